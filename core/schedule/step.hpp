#pragma once
// A step: one thing that a run does.

#include "core/kernels/launch.hpp"
#include "core/schedule/schedule.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

enum class StepKind {
  begin_iteration, ///< the run has come to the iteration of the step's clock
  end_iterations,  ///< the last iteration is done
  cycle,           ///< the timelevels are cycled
  limit_dt,        ///< the time step must be within a limit that depends on scalar variables at timelevel 0. If the run
                   ///< chooses the time step: any limit
  choose_dt,       ///< the run chooses the time step of the iteration, within the limits of the steps before
  begin_bin,
  end_bin,
  storage_on,
  call, ///< a routine is called; its sync and storage are separate steps
  sync,
  storage_off,
  condition ///< a condition on scalar variables at timelevel 0; the caller gives next() the answer
};

/// Its pointers point into the schedule, which outlives it. A pointer that this kind of step does not need is null.
struct Step {
  StepKind kind = StepKind::call;
  KernelClock clock;                 ///< the time that routines get
  const std::string* name = nullptr; ///< the bin, the limit, or the full name of the item that the step comes from
  const Routine* routine = nullptr;  ///< of a call
  const std::vector<int>* variables = nullptr; ///< of a sync, storage_on and storage_off
  const Condition* condition = nullptr;
  const DtLimit* limit = nullptr;
  double time_offset = 0;   ///< the time of `clock` is later than that of its iteration, by so many time steps
  std::int64_t passes = -1; ///< of the condition of a loop: how often the item has run in it; -1: the condition of if:
};

} // namespace nopal
