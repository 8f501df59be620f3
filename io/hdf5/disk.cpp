#include "disk.hpp"

#include "handle.hpp"

#include <nopal/thorn.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace nopal::hdf5 {

namespace {

[[noreturn]] void fail_with(int reason, const std::string& what) {
  throw Error("cannot " + what + ": " + std::strerror(reason) + remedy);
}

/// 0, or the system's reason.
int sync(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const int reason = fsync(file) == 0 ? 0 : errno;
  close(file);
  return reason;
}

} // namespace

void rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) fail_with(errno, "rename '" + from + "' to '" + to + "'");
}

void sync_file(const std::string& path) {
  if (const int reason = sync(path, 0); reason != 0) fail_with(reason, "write '" + path + "'");
}

void sync_folder(const std::string& path) {
  const int reason = sync(path, O_DIRECTORY);
  // Some file systems keep names by themselves and say so in this way.
  if (reason != 0 && reason != EINVAL) fail_with(reason, "write to the folder '" + path + "'");
}

void replace_file(const std::string& path, const std::string& temporary, const std::string& text, bool sync) {
  try {
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    file.close();
    if (!file) fail_with(errno, "write '" + path + "'");
    if (sync) sync_file(temporary);
    rename_file(temporary, path);
  } catch (...) {
    std::remove(temporary.c_str());
    throw;
  }
}

} // namespace nopal::hdf5
