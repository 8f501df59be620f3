#include "driver/records/files.hpp"

#include "core/base/error.hpp"
#include "core/files/disk.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>

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

void make_folders(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) throw_disk_error(fmt::format("create the folder '{}'", path), code.value(), "");
}

std::vector<std::string> entries_of(const std::string& folder) {
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

std::string utc_now() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

} // namespace nopal
