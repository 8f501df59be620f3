#pragma once
// What `nopal plan` prints.

#include "core/plan/plan_text.hpp"
#include "driver/plan/plan_input.hpp"
#include "driver/setup/memory.hpp"

#include <string>
#include <vector>

namespace nopal {

struct PlanReport {
  std::string parfile;
  std::string grid; ///< grid_summary()
  DeviceForPlan device;
  const Description* description = nullptr;
  std::int64_t iterations = -1;       ///< of the run; -1: not known, totals are of what was walked
  std::vector<Plan> plans;            ///< by rank
  std::vector<MemoryEstimate> memory; ///< by rank
};

/// Copies of rank 0 in order, totals of every rank.
std::string report_text(const PlanReport& report);
/// The same as data, of every rank; docs/plan.md says what the keys mean.
std::string report_json(const PlanReport& report);

} // namespace nopal
