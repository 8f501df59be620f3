#include "core/kernel_cache/kernel_cache.hpp"

#include "core/kernel_cache/entry.hpp"
#include "core/kernel_cache/file_lock.hpp"
#include "core/kernel_cache/folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace nopal {

namespace {

/// Reads an entry. It is not usable if it belongs to another key or the driver does not accept its code.
ReadEntry look_up(const std::string& path, const std::string& key,
                  const std::function<bool(const std::string&)>& take) {
  ReadEntry read = read_entry(path);
  if (!read.usable()) return read;
  if (read.entry.key != key)
    read.trouble = "it holds another kernel";
  else if (take && !take(read.entry.code))
    read.trouble = "the driver of the device does not accept it";
  else
    mark_used(path);
  return read;
}

} // namespace

KernelCache::KernelCache(std::string folder, Notice notice, const KernelCacheLimits& limits)
    : folder_(std::move(folder)), notice_(std::move(notice)), limits_(limits) {
  if (folder_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (!error && !std::filesystem::is_directory(folder_, error) && !error)
    error = std::make_error_code(std::errc::not_a_directory);
  if (!error) return;
  not_kept(error.message());
  folder_.clear();
}

std::string KernelCache::get(const KernelKey& key, const std::string& label, const std::function<std::string()>& make,
                             const std::function<bool(const std::string&)>& take) {
  if (folder_.empty()) return make();
  const std::string text = key.text();
  const std::string path = entry_path(folder_, text);
  if (const ReadEntry found = look_up(path, text, take); found.usable()) return found.entry.code;

  const FileLock lock(lock_path(path), limits_.patience);
  const ReadEntry found = look_up(path, text, take); // another process may have made it meanwhile
  if (found.usable()) return found.entry.code;
  if (lock.gave_up() && notice_)
    notice_(fmt::format(
        "another process has held {} for {} s; this process does not wait longer and compiles {} itself",
        lock_path(path), std::chrono::duration_cast<std::chrono::seconds>(limits_.patience).count(), label));
  if (!found.trouble.empty() && notice_)
    notice_(fmt::format("the compiled kernel \"{}\" in {} cannot be used: {}; it is compiled again", label, path,
                        found.trouble));
  std::string made = make();
  store(path, label, text, made);
  return made;
}

void KernelCache::store(const std::string& path, const std::string& label, const std::string& key,
                        const std::string& code) {
  if (const std::string why = publish_entry(path, {label, key, code}); !why.empty()) {
    not_kept(why);
    return;
  }
  remove_leftovers(folder_, limits_.leftover_age);
  trim(folder_, limits_.bytes);
}

void KernelCache::not_kept(const std::string& why) {
  if (!std::exchange(told_not_kept_, true) && notice_)
    notice_(fmt::format("compiled kernels are not kept in {}: {}; set NOPAL_CACHE to another folder", folder_, why));
}

} // namespace nopal
