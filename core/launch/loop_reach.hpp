#pragma once
// Finds the targets and components that the body of a loop over a set reads and writes. For this it runs the recording
// version on dummy values.

#include "core/kernels/loop_recording.hpp"
#include "core/parameters/parameters.hpp"

#include <vector>

namespace nopal {

/// What one argument does with one component of one target.
struct LoopElementUse {
  long target, component; ///< as RecordedLoopAccess
  bool writes;            ///< assigns or adds; false: reads
  bool always;            ///< with all tried values, at elements that have targets under each map
  bool without_targets;   ///< also at an element that has no targets under maps of varying arity
};

struct LoopReach {
  bool recorded = false;                           ///< false: the body cannot run on dummy values, and `uses` is empty
  std::vector<std::vector<LoopElementUse>> uses{}; ///< by position in LoopKernel::arguments
};

/// Number of targets that a tried element has under maps of varying arity.
constexpr long tried_targets = 3;

/// Runs the body a few times. Parameters have the values of the run. The kernel has a LoopText.
LoopReach loop_reach(const LoopKernel& kernel, const Parameters& parameters);

} // namespace nopal
