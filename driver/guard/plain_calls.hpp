#pragma once
// Calls of functions in a run without guard.

#include "core/plugins/plugin.hpp"
#include "core/schedule/routine.hpp"
#include "driver/guard/working_folder.hpp"

#include <set>

namespace nopal {

/// Sets back what a function has changed for all others (StateBefore). A child of fork() that comes back from a
/// function ends there. All this takes less than a tenth of a microsecond for each call.
class PlainCalls {
public:
  /// Lets exceptions pass. Warns of each routine once.
  void call(ThornFunction function, Call& call, const Routine& routine);

private:
  WorkingFolder folder_;
  std::set<int> told_; ///< routines
};

} // namespace nopal
