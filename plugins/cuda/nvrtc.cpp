#include "nvrtc.hpp"

#include "driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace nopal::cuda {

namespace {

/// Returns the file of the library that holds a function. Empty: the loader does not know it.
std::string file_of(void* function) {
  Dl_info info{};
  if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, error);
  return error ? info.dli_fname : file.string();
}

/// Returns the folder of the library that holds this code.
std::filesystem::path plugin_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&find_nvrtc), &info) == 0 || info.dli_fname == nullptr) return ".";
  return std::filesystem::path(info.dli_fname).parent_path();
}

std::vector<std::string> candidates(int driver_major) {
  if (const char* named = std::getenv("NOPAL_NVRTC"); named != nullptr && *named != '\0') return {named};
  std::vector<std::string> paths{NOPAL_NVRTC_LIBRARY};
  for (const std::string& folder :
       {(plugin_folder() / "../cuda/").string(), std::string(), std::string("/usr/local/cuda/lib64/")}) {
    for (int major = driver_major; major >= 12; --major)
      paths.push_back(fmt::format("{}libnvrtc.so.{}", folder, major));
  }
  return paths;
}

/// At its first compilation NVRTC opens a second library by its bare name, and relies on the run path of its own file.
/// That does not work if dlopen is replaced, as sanitizers do. So this function opens the second library before.
void open_builtins(const Nvrtc& nvrtc) {
  const auto folder = std::filesystem::path(nvrtc.file).parent_path();
  const std::string name = "libnvrtc-builtins.so." + version_text(nvrtc.version);
  // If the file does not exist, NVRTC searches other folders, and reports an error if it finds none.
  dlopen((folder / name).c_str(), RTLD_NOW | RTLD_LOCAL);
}

/// Returns why the library cannot be used. Empty: it can.
std::string load(Nvrtc& nvrtc, const Library& library, int driver_version) {
#define NOPAL_LOAD(name)                                                                                               \
  nvrtc.name = reinterpret_cast<decltype(nvrtc.name)>(library.symbol(#name));                                          \
  if (nvrtc.name == nullptr) return library.path() + " is too old: it has no function " #name;
  NOPAL_NVRTC_FUNCTIONS(NOPAL_LOAD)
#undef NOPAL_LOAD
  int major = 0;
  int minor = 0;
  int n = 0;
  if (nvrtc.nvrtcVersion(&major, &minor) != NVRTC_SUCCESS || nvrtc.nvrtcGetNumSupportedArchs(&n) != NVRTC_SUCCESS) {
    return library.path() + " does not tell its version";
  }
  nvrtc.architectures.resize(static_cast<std::size_t>(n));
  if (nvrtc.nvrtcGetSupportedArchs(nvrtc.architectures.data()) != NVRTC_SUCCESS || n == 0) {
    return library.path() + " does not tell the architectures that it compiles for";
  }
  std::sort(nvrtc.architectures.begin(), nvrtc.architectures.end());
  nvrtc.path = library.path();
  nvrtc.file = file_of(reinterpret_cast<void*>(nvrtc.nvrtcVersion));
  nvrtc.version = 1000 * major + 10 * minor;
  if (major > driver_version / 1000) {
    return fmt::format("{} belongs to CUDA {}, but the driver only supports CUDA {}", library.path(),
                       version_text(nvrtc.version), version_text(driver_version));
  }
  open_builtins(nvrtc);
  return {};
}

NvrtcSearch search(int driver_version) {
  static Nvrtc nvrtc;
  std::string reasons;
  for (const std::string& candidate : candidates(driver_version / 1000)) {
    const Library library({candidate});
    const std::string reason = library ? load(nvrtc, library, driver_version) : library.why();
    if (library && reason.empty()) return {&nvrtc, ""};
    reasons += (reasons.empty() ? "" : "; ") + reason;
  }
  return {nullptr, fmt::format("NVRTC, NVIDIA's run-time compiler, was not found ({}); install a CUDA Toolkit of the "
                               "driver's version {} or older, or set NOPAL_NVRTC to the path of a libnvrtc.so",
                               reasons, version_text(driver_version))};
}

} // namespace

const NvrtcSearch& find_nvrtc(int driver_version) {
  static const NvrtcSearch found = search(driver_version);
  return found;
}

} // namespace nopal::cuda
