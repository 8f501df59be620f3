#pragma once
// Writes and reads files of the tests as text.

#include "tests/support/temporary_folder.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace nopal::test {

inline void put(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

inline std::string get(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

} // namespace nopal::test
