#pragma once
// What follows from the plan alone: the schedule walked until it repeats itself, and once more.

#include "core/check/finding.hpp"
#include "core/declarations/thorn.hpp"
#include "core/plan/walk.hpp"

#include <string>
#include <vector>

namespace nopal {

struct PlanCheck {
  std::vector<Finding> findings;
  std::vector<std::string> notes; ///< what could not be checked
};

/// Goes on beyond the run's last iteration. Same on all ranks.
PlanCheck check_plan(const PlanInput& input, const std::vector<ThornDeclaration>& thorns);

} // namespace nopal
