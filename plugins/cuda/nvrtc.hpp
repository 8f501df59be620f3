#pragma once
// NVRTC is NVIDIA's compiler of CUDA C++. This library is opened at run time.

#include "library.hpp"

#include <nvrtc.h>

#include <string>
#include <vector>

namespace nopal::cuda {

#define NOPAL_NVRTC_FUNCTIONS(X)                                                                                       \
  X(nvrtcVersion)                                                                                                      \
  X(nvrtcGetErrorString)                                                                                               \
  X(nvrtcGetNumSupportedArchs)                                                                                         \
  X(nvrtcGetSupportedArchs)                                                                                            \
  X(nvrtcCreateProgram)                                                                                                \
  X(nvrtcDestroyProgram)                                                                                               \
  X(nvrtcCompileProgram)                                                                                               \
  X(nvrtcGetProgramLogSize)                                                                                            \
  X(nvrtcGetProgramLog)                                                                                                \
  X(nvrtcGetCUBINSize)                                                                                                 \
  X(nvrtcGetCUBIN)                                                                                                     \
  X(nvrtcGetPTXSize)                                                                                                   \
  X(nvrtcGetPTX)

/// The functions of libnvrtc, under their own names.
struct Nvrtc {
#define NOPAL_MEMBER(name) decltype(&::name) name = nullptr; // NOLINT(bugprone-macro-parentheses): a declaration
  NOPAL_NVRTC_FUNCTIONS(NOPAL_MEMBER)
#undef NOPAL_MEMBER

  std::string path;
  std::string file;               ///< path with links followed, so that the name has the version
  int version = 0;                ///< 1000 * major + 10 * minor
  std::vector<int> architectures; ///< ascending: 75, 80, 86, ...
};

struct NvrtcSearch {
  const Nvrtc* nvrtc = nullptr;
  std::string why_none;
};

/// Finds an NVRTC whose code the driver accepts: its major version is not later than that of the driver
/// (`driver_version` as from cuDriverGetVersion). If the environment variable NOPAL_NVRTC is set, tries only that file.
/// Else tries in this order: the file found by the build, the folder ../cuda next to the plugin's folder, the folders
/// of the loader, /usr/local/cuda. Searches only once in a process.
const NvrtcSearch& find_nvrtc(int driver_version);

} // namespace nopal::cuda
