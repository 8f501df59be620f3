#pragma once
// Checks that need no data, only a walk of the schedule. They walk until validity repeats, and then one more period.

#include "core/check/finding.hpp"
#include "core/declarations/thorn.hpp"
#include "core/plan/walk.hpp"

#include <string>
#include <vector>

namespace nopal {

struct PlanCheck {
  std::vector<Finding> findings;
  std::vector<std::string> notes; ///< for the user: things that could not be checked
};

/// Checks a schedule. If validity does not repeat before the last iteration of the run, the walk goes on after it. The
/// result is the same on all ranks.
PlanCheck check_plan(const PlanInput& input, const std::vector<ThornDeclaration>& thorns);

} // namespace nopal
