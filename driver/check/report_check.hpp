#pragma once
// The end of `nopal check`.

#include "core/check/finding.hpp"
#include "driver/plan/plan_input.hpp"
#include "driver/setup/description.hpp"

#include <string>

namespace nopal {

/// What the steps of a run before its storage found out.
struct Checking {
  const std::string& parfile;
  const Description& description;
  const PlanInput& plan;
  const std::vector<Finding>& reach; ///< warnings of how far kernels look
};

/// Collective. Tells the schedule, notes and warnings; throws Error with every error, or Error of the plan itself.
void report_check(const Session& session, const Checking& checking);

} // namespace nopal
