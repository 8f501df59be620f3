#include "core/kernel_cache/kept_result.hpp"

#include "core/kernel_cache/entry.hpp"
#include "core/kernel_cache/folder.hpp"

#include <filesystem>
#include <system_error>

namespace nopal {

std::optional<std::string> kept_result(const std::string& folder, const KernelKey& key) {
  if (folder.empty()) return std::nullopt;
  const std::string text = key.text();
  const std::string path = entry_path(folder, text);
  const ReadEntry read = read_entry(path);
  if (!read.usable() || read.entry.key != text) return std::nullopt;
  mark_used(path);
  return read.entry.code;
}

void keep_result(const std::string& folder, const KernelKey& key, const std::string& label, const std::string& result) {
  if (folder.empty()) return;
  std::error_code error; // if there is no folder, publish_entry() fails
  std::filesystem::create_directories(folder, error);
  const std::string text = key.text();
  (void)publish_entry(entry_path(folder, text), {label, text, result}); // the reason does not matter here
}

} // namespace nopal
