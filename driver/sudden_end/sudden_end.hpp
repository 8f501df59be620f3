#pragma once
// Ends of the process that no exception announces: signals such as SIGSEGV, and calls of exit() (docs/guard.md).

#include "driver/session/failure.hpp"

#include <string>
#include <thread>

namespace nopal {

/// While this object exists, such an end is reported in one line, with the rank and the routine that runs, and ends the
/// whole job with a nonzero code. Only one object may exist at a time.
class SuddenEnd {
public:
  /// `last_words` is called on another thread, and is given a few seconds at most, because the process may be damaged.
  SuddenEnd(const Session& session, LastWords last_words);
  ~SuddenEnd();
  SuddenEnd(const SuddenEnd&) = delete;
  SuddenEnd& operator=(const SuddenEnd&) = delete;

private:
  void serve();
  LastWords last_words_;
  std::thread recorder_; ///< calls last_words_ after a signal
};

} // namespace nopal
