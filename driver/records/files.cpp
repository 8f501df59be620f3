#include "driver/records/files.hpp"

#include "core/base/error.hpp"
#include "core/files/disk.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace nopal {

namespace fs = std::filesystem;

void replace_file(const std::string& path, const std::string& text) {
  const fs::path place(path);
  const std::string unfinished =
      (place.parent_path() / fmt::format(".{}.{}.part", place.filename().string(), ::getpid())).string();
  try {
    write_file(unfinished, text, Durability::disk, ""); // first the bytes, then the new name
    rename_on_disk(unfinished, path, "");
  } catch (const Error&) {
    ::unlink(unfinished.c_str());
    throw;
  }
}

std::string read_file(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.good() && !file.eof())
    throw Error(fmt::format("cannot read '{}': {}", path, std::strerror(errno != 0 ? errno : EIO)));
  return text;
}

void make_folders(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) throw_disk_error(fmt::format("create the folder '{}'", path), code.value(), "");
}

} // namespace nopal
