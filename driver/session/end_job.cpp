#include "driver/session/end_job.hpp"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <thread>

namespace nopal {

void tell(const Session& session, const std::string& text) {
  std::string line = "nopal: ";
  if (session.size() > 1) line += "rank " + std::to_string(session.rank()) + ": ";
  line += text + "\n";
  const char* next = line.data();
  std::size_t left = line.size();
  while (left > 0) {
    const ssize_t written = write(STDERR_FILENO, next, left);
    if (written < 0 && errno != EINTR) return;
    if (written < 0) continue;
    next += written;
    left -= static_cast<std::size_t>(written);
  }
}

void end_job(const Session& session) {
  if (session.size() > 1) {
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::seconds(5));
      _exit(1);
    }).detach();
    MPI_Abort(session.communicator(), 1);
  }
  _exit(1);
}

} // namespace nopal
