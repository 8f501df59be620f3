#pragma once
// NVRTC, NVIDIA's compiler of CUDA C++ as a library, opened at run time.

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
  std::string file;               ///< what is behind path: links followed, with the version in its name
  int version = 0;                ///< 1000 * major + 10 * minor
  std::vector<int> architectures; ///< ascending: 75, 80, 86, ...
};

struct NvrtcSearch {
  const Nvrtc* nvrtc = nullptr;
  std::string why_none;
};

/// Looks for an NVRTC that the driver (version as of cuDriverGetVersion) takes code from: none of a later major
/// version. In this order: the file that the environment variable NOPAL_NVRTC names, and no other then; the one of
/// the build; the folder ../cuda beside that of the plugin; the loader's own places; /usr/local/cuda. Once a process.
const NvrtcSearch& find_nvrtc(int driver_version);

} // namespace nopal::cuda
