#pragma once
// The text and the JSON of `nopal plan`.

#include "core/plan/plan_text.hpp"
#include "driver/plan/plan_input.hpp"
#include "driver/setup/memory.hpp"

#include <string>
#include <vector>

namespace nopal {

struct PlanReport {
  std::string parfile;
  std::string grid; ///< text of grid_summary()
  DeviceForPlan device;
  const Description* description = nullptr;
  std::int64_t iterations = -1;       ///< of the run; -1: not known, so the totals are those of the planned iterations
  std::vector<Plan> plans;            ///< by rank
  std::vector<MemoryEstimate> memory; ///< by rank
};

/// Returns the copies of rank 0 in their order and the totals of every rank.
std::string report_text(const PlanReport& report);
/// Returns the copies and totals of every rank as JSON; docs/plan.md explains the keys.
std::string report_json(const PlanReport& report);

} // namespace nopal
