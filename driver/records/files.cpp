#include "driver/records/files.hpp"

#include "core/base/error.hpp"
#include "core/files/disk.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
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

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, code), end; !code && entry != end;
       entry.increment(code))
    names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

int number_after(std::string_view stem, std::string_view name) {
  if (!name.starts_with(stem)) return -1;
  name.remove_prefix(stem.size());
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() && number >= 0 ? number : -1;
}

} // namespace nopal
