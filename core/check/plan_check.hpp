#pragma once
// Checks that need only a walk of the schedule, without data: until validity repeats, and one more period.

#include "core/check/finding.hpp"
#include "core/declarations/thorn.hpp"
#include "core/plan/walk.hpp"

#include <string>
#include <vector>

namespace nopal {

struct PlanCheck {
  std::vector<Finding> findings;
  std::vector<std::string> notes; ///< for the user: what could not be checked
};

/// Walks on after the run's last iteration if validity does not repeat before. The result is the same on all ranks.
PlanCheck check_plan(const PlanInput& input, const std::vector<ThornDeclaration>& thorns);

} // namespace nopal
