#include "picture_file.hpp"

#include <nopal/thorn.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace nopal::slices {

namespace {

std::string remedy(int reason) {
  switch (reason) {
  case ENOSPC:
  case EDQUOT:
  case EFBIG:
    return "free space there, write less (slices.every) or set driver.output to a folder with more room";
  case EACCES:
  case EPERM:
  case EROFS:
    return "make it writable or set driver.output to another folder";
  default:
    return "set driver.output to a folder that can be written";
  }
}

[[noreturn]] void fail(const std::string& what, int reason) {
  throw Error("cannot " + what + ": " + std::strerror(reason) + "; " + remedy(reason));
}

/// 0, or why it failed.
int write_bytes(std::FILE* file, const std::vector<unsigned char>& bytes) {
  errno = 0;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int reason = written ? 0 : errno;
  // What is left in the buffer is written now.
  if (std::fclose(file) != 0 && written) return errno;
  return written ? 0 : reason != 0 ? reason : EIO;
}

} // namespace

void write_picture(const std::string& folder, const std::string& name, const std::vector<unsigned char>& bytes) {
  const std::string path = folder + '/' + name;
  const std::string temporary = folder + "/." + name + ".part";
  std::FILE* const file = std::fopen(temporary.c_str(), "wbe");
  if (file == nullptr) fail("create '" + temporary + "'", errno);
  if (const int reason = write_bytes(file, bytes); reason != 0) {
    std::remove(temporary.c_str());
    fail("write '" + path + "', which takes " + std::to_string(bytes.size()) + " bytes", reason);
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    std::remove(temporary.c_str());
    fail("rename '" + temporary + "' to '" + path + "'", reason);
  }
}

} // namespace nopal::slices
