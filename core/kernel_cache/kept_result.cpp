#include "core/kernel_cache/kept_result.hpp"

#include "core/kernel_cache/entry.hpp"
#include "core/kernel_cache/folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace nopal {

namespace {

/// The text of the key, with a hash in place of the source. The source may have a megabyte, and a result a few letters.
std::string short_text(KernelKey key) {
  key.source = fmt::format("{} bytes, {}", key.source.size(), digest(key.source));
  return key.text();
}

/// Removes the file in which an earlier nopal kept the result with the whole source.
void drop_long(const std::string& folder, const KernelKey& key) {
  std::error_code error; // if the file stays, it is removed when the folder is full
  std::filesystem::remove(entry_path(folder, key.text()), error);
}

} // namespace

std::optional<std::string> kept_result(const std::string& folder, const KernelKey& key) {
  if (folder.empty()) return std::nullopt;
  const std::string text = short_text(key);
  const std::string path = entry_path(folder, text);
  const ReadEntry read = read_entry(path);
  if (!read.exists) drop_long(folder, key);
  if (!read.usable() || read.entry.key != text) return std::nullopt;
  mark_used(path);
  return read.entry.code;
}

void keep_result(const std::string& folder, const KernelKey& key, const std::string& label, const std::string& result) {
  if (folder.empty()) return;
  std::error_code error; // if there is no folder, publish_entry() fails
  std::filesystem::create_directories(folder, error);
  const std::string text = short_text(key);
  (void)publish_entry(entry_path(folder, text), {label, text, result}); // the reason does not matter here
}

} // namespace nopal
