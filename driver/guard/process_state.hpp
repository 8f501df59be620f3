#pragma once
// What a function can change in the whole process, and what nopal and the routines after it rely on.

#include "driver/guard/state_before.hpp"

#include <sys/types.h>

#include <array>
#include <csignal>
#include <string>

namespace nopal {

/// The state when the object is made. Takes some microseconds, so only the guard looks.
class ProcessState {
public:
  explicit ProcessState(const WorkingFolder& folder);
  ~ProcessState();
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;
  /// Sets back what has changed since then. Returns what it was, for a message; empty: nothing.
  std::string restore() const;

  static constexpr std::array watched_signals{SIGSEGV, SIGBUS, SIGFPE,  SIGILL, SIGABRT,
                                              SIGTERM, SIGINT, SIGUSR1, SIGUSR2};

private:
  struct Stream {
    int copy = -1; ///< another number of the same open file; -1: it is not open
    dev_t device = 0;
    ino_t file = 0;
  };

  StateBefore before_;
  mode_t new_files_ = 0; ///< umask
  std::array<struct sigaction, watched_signals.size()> handlers_{};
  sigset_t blocked_{};
  std::array<Stream, 3> streams_; ///< standard input, output and error
};

} // namespace nopal
