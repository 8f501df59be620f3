#include "driver/trace/trace_file.hpp"

#include "core/base/error.hpp"
#include "core/trace/chrome_trace.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace nopal {

TraceFile::~TraceFile() { close(); }

void TraceFile::fail(const char* what) {
  const int reason = errno;
  close();
  throw Error(fmt::format("the trace \"{}\" cannot be {}: {}; name another file after --trace", path_, what,
                          std::strerror(reason != 0 ? reason : EIO)));
}

void TraceFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("written");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void TraceFile::create(std::string_view begin) {
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
  // A pipe cannot be used, because events are written before the end.
  if (file_ < 0 || lseek(file_, 0, SEEK_END) < 0) fail("written");
  write(begin);
  write(trace_end);
  close();
}

void TraceFile::append(std::string_view events) {
  file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (file_ < 0) fail("opened");
  // On a file system without locks, ranks that fail at the same moment may disturb each other's text.
  while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
  if (lseek(file_, -static_cast<off_t>(trace_end.size()), SEEK_END) < 0) fail("written");
  write(events);
  write(trace_end);
  close();
}

void TraceFile::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

} // namespace nopal
