#include "disk.hpp"

#include <nopal/thorn.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

namespace nopal::checkpoint {

namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path, int reason) {
  throw_disk_error(what + " '" + path + "'", reason, keep_fewer);
}

} // namespace

void make_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) != 0) fail("create the folder", path, errno);
}

void replace_folder(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return;
  const int reason = errno;
  std::error_code ignored; // if exists() fails, renaming reports the reason
  if (reason == ENOENT || !std::filesystem::exists(to, ignored)) return rename_on_disk(from, to, keep_fewer);
  if (reason != EINVAL && reason != ENOSYS && reason != ENOTSUP) fail("rename '" + from + "' to", to, reason);
  const std::string aside = from + aside_end;
  rename_on_disk(to, aside, keep_fewer);
  rename_on_disk(from, to, keep_fewer);
  rename_on_disk(aside, from, keep_fewer);
}

void remove_folder(const std::string& path) {
  std::error_code code;
  std::filesystem::remove_all(path, code);
  if (code) fail("remove", path, code.value());
}

} // namespace nopal::checkpoint
