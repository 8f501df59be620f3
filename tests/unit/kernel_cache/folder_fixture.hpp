#pragma once
// A folder for a test of the kernel cache.

#include "core/kernel_cache/folder.hpp"
#include "core/kernel_cache/kernel_cache.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace nopal::test {

class CacheFolder : public ::testing::Test {
protected:
  static KernelKey key(const std::string& source) {
    KernelKey made;
    made.kind = "opencl";
    made.compiler = "compiler 1";
    made.device = "device";
    made.entry = "entry";
    made.source = source;
    return made;
  }
  static std::function<std::string()> makes(std::string code) {
    return [code = std::move(code)] { return code; };
  }
  static std::string must_not_make() { throw std::runtime_error("made again"); }

  KernelCache cache(const KernelCacheLimits& limits = {}) {
    return KernelCache(folder_, [this](const std::string& text) { notices_.push_back(text); }, limits);
  }

  std::string path_of(const std::string& source) const { return entry_path(folder_, key(source).text()); }
  /// The sorted names of all files in the folder.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
  }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  static void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

  const TemporaryFolder temporary_;
  std::filesystem::path folder_ = temporary_.path();
  std::vector<std::string> notices_;
};

} // namespace nopal::test
