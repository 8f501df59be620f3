#pragma once
// Ends of the process that no exception announces: signals such as SIGSEGV, and calls of exit() (docs/guard.md).

#include "driver/session/session.hpp"
#include "driver/sudden_end/routine_labels.hpp"

#include <exception>
#include <span>
#include <string>

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
  /// `routines` must outlive this object.
  SuddenEnd(const Session& session, std::span<const Routine> routines, Searches searches);
  ~SuddenEnd();
  SuddenEnd(const SuddenEnd&) = delete;
  SuddenEnd& operator=(const SuddenEnd&) = delete;

  /// Names the record of the run, which gets the reason; empty: there is none.
  static void set_record(const std::string& path);

private:
  RoutineLabels labels_;
  std::terminate_handler terminate_before_ = nullptr;
  int probe_[2] = {-1, -1}; ///< an empty pipe
};

} // namespace nopal
