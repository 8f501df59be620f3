#include "driver/guard/working_folder.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>

namespace nopal {

namespace {

std::atomic<bool> changed{false}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): of the process

std::string now() {
  std::error_code code;
  std::string path = std::filesystem::current_path(code).string();
  return code ? "a folder that does not exist" : path;
}

int noted(long result) {
  if (result == 0) changed = true;
  return static_cast<int>(result);
}

} // namespace

WorkingFolder::WorkingFolder() : path_(now()), number_(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)) { changed = false; }

WorkingFolder::~WorkingFolder() {
  if (number_ >= 0) close(number_);
}

std::string WorkingFolder::restore() const {
  if (!changed.load(std::memory_order_relaxed)) return {};
  changed = false;
  std::string other = now();
  return other != path_ && syscall(SYS_fchdir, number_) == 0 ? other : "";
}

} // namespace nopal

extern "C" {

int chdir(const char* path) noexcept { return nopal::noted(syscall(SYS_chdir, path)); }

int fchdir(int folder) noexcept { return nopal::noted(syscall(SYS_fchdir, folder)); }

} // extern "C"
