#include "driver/guard/process_state.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cstring>

namespace nopal {

namespace {

constexpr std::array stream_names{"the standard input", "the standard output", "the standard error"};

/// The system tells the mask only to those who set it.
mode_t mask_of_new_files() {
  const mode_t mask = umask(077);
  umask(mask);
  return mask;
}

struct sigaction handler_of(int number) {
  struct sigaction action{};
  sigaction(number, nullptr, &action);
  return action;
}

/// sa_handler and sa_sigaction share their memory.
bool is_same(const struct sigaction& a, const struct sigaction& b) { return a.sa_sigaction == b.sa_sigaction; }

} // namespace

ProcessState::ProcessState(const WorkingFolder& folder) : before_(folder), new_files_(mask_of_new_files()) {
  for (std::size_t n = 0; n < watched_signals.size(); ++n) handlers_[n] = handler_of(watched_signals[n]);
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked_);
  for (int n = 0; n < 3; ++n) {
    Stream& stream = streams_[static_cast<std::size_t>(n)];
    struct stat file{};
    if (fstat(n, &file) != 0) continue;
    stream = {fcntl(n, F_DUPFD_CLOEXEC, 3), file.st_dev, file.st_ino};
  }
}

ProcessState::~ProcessState() {
  for (const Stream& stream : streams_)
    if (stream.copy >= 0) close(stream.copy);
}

std::string ProcessState::restore() const {
  std::string text = before_.restore();
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  if (const mode_t now = umask(new_files_); now != new_files_)
    add(fmt::format("the mask of new files (umask, now {:03o})", now));
  for (std::size_t n = 0; n < watched_signals.size(); ++n) {
    const int number = watched_signals[n];
    const struct sigaction now = handler_of(number);
    // The first SIGTERM, SIGINT or SIGUSR2 that nopal hears removes its handler.
    const bool is_taken = (handlers_[n].sa_flags & int(SA_RESETHAND)) != 0 && now.sa_handler == SIG_DFL;
    if (is_same(now, handlers_[n]) || is_taken) continue;
    add(fmt::format("what SIG{} does", sigabbrev_np(number)));
    sigaction(number, &handlers_[n], nullptr);
  }
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  for (const int number : watched_signals)
    if (sigismember(&blocked, number) != sigismember(&blocked_, number))
      add(fmt::format("whether SIG{} is blocked", sigabbrev_np(number)));
  pthread_sigmask(SIG_SETMASK, &blocked_, nullptr);
  for (std::size_t n = 0; n < streams_.size(); ++n) {
    struct stat file{};
    const bool is_open = fstat(static_cast<int>(n), &file) == 0;
    const Stream& stream = streams_[n];
    if (stream.copy < 0 || (is_open && file.st_dev == stream.device && file.st_ino == stream.file)) continue;
    add(fmt::format("{} (now {})", stream_names[n], is_open ? "another file" : "closed"));
    dup2(stream.copy, static_cast<int>(n));
  }
  return text;
}

} // namespace nopal
