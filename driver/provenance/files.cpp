#include "driver/provenance/files.hpp"

#include "core/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace nopal {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const std::string& path, int reason) {
  const bool full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
  throw Error(fmt::format("cannot {} '{}': {}; {}", what, path, std::strerror(reason),
                          full ? "free space there or set driver.output to a folder with more room"
                               : "make it writable or set driver.output to another folder"));
}

// sync: returns once all is on the disk.
void write(const std::string& path, const std::string& text, bool sync) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail("create", path, errno);
  const char* next = text.data();
  std::size_t left = text.size();
  int reason = 0;
  while (left > 0 && reason == 0) {
    const ssize_t written = ::write(file, next, left);
    if (written < 0) {
      reason = errno == EINTR ? 0 : errno;
      continue;
    }
    next += written;
    left -= static_cast<std::size_t>(written);
  }
  if (reason == 0 && sync && ::fsync(file) != 0 && errno != EINVAL) reason = errno;
  if (::close(file) != 0 && reason == 0) reason = errno;
  if (reason != 0) fail("write to", path, reason);
}

} // namespace

void write_file(const std::string& path, const std::string& text) { write(path, text, false); }

void replace_file(const std::string& path, const std::string& text) {
  const fs::path place(path);
  const std::string unfinished =
      (place.parent_path() / fmt::format(".{}.{}.part", place.filename().string(), ::getpid())).string();
  try {
    write(unfinished, text, true); // else a new name may come before the bytes
    if (std::rename(unfinished.c_str(), path.c_str()) != 0) fail("replace", path, errno);
  } catch (const Error&) {
    ::unlink(unfinished.c_str());
    throw;
  }
}

std::string read_file(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.good() && !file.eof()) fail("read", path, errno != 0 ? errno : EIO);
  return text;
}

void make_folders(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) fail("create the folder", path, code.value());
}

} // namespace nopal
