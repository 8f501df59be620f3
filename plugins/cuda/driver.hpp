#pragma once
// CUDA's driver API. It is opened at run time, so that nopal also runs without it.

#include "library.hpp"

#include <cuda.h>

#include <string>

namespace nopal::cuda {

// Every function of the API that the plugin calls. cuda.h maps some names to versioned ones (cuMemAlloc_v2).
#define NOPAL_DRIVER_FUNCTIONS(X)                                                                                      \
  X(cuInit)                                                                                                            \
  X(cuDriverGetVersion)                                                                                                \
  X(cuGetErrorName)                                                                                                    \
  X(cuGetErrorString)                                                                                                  \
  X(cuDeviceGet)                                                                                                       \
  X(cuDeviceGetCount)                                                                                                  \
  X(cuDeviceGetName)                                                                                                   \
  X(cuDeviceGetAttribute)                                                                                              \
  X(cuDeviceTotalMem)                                                                                                  \
  X(cuDevicePrimaryCtxRetain)                                                                                          \
  X(cuDevicePrimaryCtxRelease)                                                                                         \
  X(cuCtxPushCurrent)                                                                                                  \
  X(cuCtxPopCurrent)                                                                                                   \
  X(cuCtxSynchronize)                                                                                                  \
  X(cuMemGetInfo)                                                                                                      \
  X(cuMemAlloc)                                                                                                        \
  X(cuMemFree)                                                                                                         \
  X(cuMemHostAlloc)                                                                                                    \
  X(cuMemFreeHost)                                                                                                     \
  X(cuMemHostRegister)                                                                                                 \
  X(cuMemHostUnregister)                                                                                               \
  X(cuMemcpyHtoDAsync)                                                                                                 \
  X(cuMemcpyDtoHAsync)                                                                                                 \
  X(cuStreamCreate)                                                                                                    \
  X(cuStreamDestroy)                                                                                                   \
  X(cuStreamWaitEvent)                                                                                                 \
  X(cuEventCreate)                                                                                                     \
  X(cuEventDestroy)                                                                                                    \
  X(cuEventQuery)                                                                                                      \
  X(cuEventRecord)                                                                                                     \
  X(cuEventSynchronize)                                                                                                \
  X(cuModuleLoadDataEx)                                                                                                \
  X(cuModuleUnload)                                                                                                    \
  X(cuModuleGetFunction)                                                                                               \
  X(cuFuncGetAttribute)                                                                                                \
  X(cuFuncSetAttribute)                                                                                                \
  X(cuLaunchKernel)

/// The functions of libcuda, under their own names. cuInit was called.
struct Driver {
#define NOPAL_MEMBER(name) decltype(&::name) name = nullptr; // NOLINT(bugprone-macro-parentheses): a declaration
  NOPAL_DRIVER_FUNCTIONS(NOPAL_MEMBER)
#undef NOPAL_MEMBER

  /// cuEventElapsedTime, under the name that drivers of all versions have. Null: commands cannot be timed.
  decltype(&::cuEventElapsedTime) elapsed = nullptr;

  int version = 0; ///< driver version: 1000 * major + 10 * minor

  /// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"
  std::string error_name(CUresult code) const;
  /// Throws nopal::Error "CUDA cannot <what>: <name of the code>" unless the code is CUDA_SUCCESS.
  void check(CUresult code, const std::string& what) const;
};

/// The driver of this machine, or the reason why none works.
struct DriverSearch {
  const Driver* driver = nullptr;
  std::string why_none;
};

/// Opens libcuda and calls cuInit. Does this once in a process.
const DriverSearch& find_driver();

/// Makes a context current for a scope. Afterwards the caller's context, or none, is current again.
class CurrentContext {
public:
  CurrentContext(const Driver& driver, CUcontext context) noexcept;
  ~CurrentContext();
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

  /// Returns the driver's answer. If it is not CUDA_SUCCESS, the caller's context is still current.
  CUresult code() const { return code_; }

private:
  const Driver& driver_;
  CUresult code_;
};

/// Returns "13.0" for 13000.
std::string version_text(int version);

} // namespace nopal::cuda
