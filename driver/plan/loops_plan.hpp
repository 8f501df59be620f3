#pragma once
// The plans of a run's loops over sets: blocks, colours, and what blocks load.

#include "core/sets/loop_plan.hpp"
#include "driver/setup/run_description.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// A loop of this process, as a plan cuts it into blocks.
struct PlannedLoop {
  std::string routine;       ///< "airfoil::flux_1"
  std::string set;           ///< "airfoil::edges"
  std::int64_t elements = 0; ///< that this process executes
  PlanStatistics statistics; ///< of blocks, colours and reuse
  PlanBytes bytes;           ///< of what the loop uses through maps, in bytes
  bool uses_maps = false;    ///< else there is nothing to reuse
};

/// Returns the loops in the order of the schedule. `block_size`: elements of a block, at least 1. make_mesh() must have
/// made the mesh of the run.
std::vector<PlannedLoop> plan_loops(const RunDescription& run, std::int32_t block_size);

/// Returns lines for `nopal plan --loops`: a table with one line for each loop.
std::string loops_text(const std::vector<PlannedLoop>& loops, std::int32_t block_size);

} // namespace nopal
