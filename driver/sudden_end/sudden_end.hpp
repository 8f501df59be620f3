#pragma once
// Ends of the process that no exception announces: signals such as SIGSEGV, and calls of exit() (docs/guard.md).

#include "driver/session/failure.hpp"
#include "driver/sudden_end/routine_labels.hpp"

#include <exception>
#include <span>
#include <thread>

namespace nopal {

/// While this object exists, such an end is reported in one line, with the rank and the routine that runs, and ends the
/// whole job with a nonzero code. The report reads and writes nothing on the heap, which may be damaged. Only one
/// object may exist at a time.
class SuddenEnd {
public:
  /// Which searches for wrong accesses the run has on. The report does not advise them.
  struct Searches {
    bool guard = false;
    bool bounds = false;
  };
  /// `routines` must outlive this object. `last_words` is called on another thread, and is given a few seconds at most,
  /// because the process may be damaged.
  SuddenEnd(const Session& session, std::span<const Routine> routines, Searches searches, LastWords last_words);
  ~SuddenEnd();
  SuddenEnd(const SuddenEnd&) = delete;
  SuddenEnd& operator=(const SuddenEnd&) = delete;

private:
  void serve();
  RoutineLabels labels_;
  LastWords last_words_;
  std::terminate_handler terminate_before_ = nullptr;
  int probe_[2] = {-1, -1}; ///< an empty pipe
  std::thread recorder_;    ///< calls last_words_ after a signal
};

} // namespace nopal
