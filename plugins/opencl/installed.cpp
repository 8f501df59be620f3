#include "installed.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace nopal::opencl {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> icd_files() {
  const char* const named = std::getenv("OCL_ICD_VENDORS");
  const fs::path place = named != nullptr && *named != '\0' ? named : "/etc/OpenCL/vendors";
  std::error_code code;
  if (fs::is_regular_file(place, code)) return {place};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(place, code))
    if (entry.path().extension() == ".icd") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

} // namespace

std::vector<std::string> not_loaded() {
  std::vector<std::string> reasons;
  for (const fs::path& file : icd_files()) {
    std::string library;
    std::ifstream text(file);
    if (!std::getline(text, library) || library.empty()) {
      reasons.push_back(fmt::format("{} names no library", file.string()));
    } else if (void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      dlclose(handle);
    } else {
      const char* const reason = dlerror();
      const std::string why = reason == nullptr ? "the loader gives no reason" : reason;
      reasons.push_back(why.starts_with(library) ? fmt::format("{}: {}", file.string(), why)
                                                 : fmt::format("{}: {}: {}", file.string(), library, why));
    }
  }
  return reasons;
}

} // namespace nopal::opencl
