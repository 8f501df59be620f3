#pragma once
// `nopal run --compare-plan`: the plan of this rank, made before the run, and the run held against it.

#include "core/plan/comparison.hpp"
#include "driver/plan/plan_input.hpp"

namespace nopal {

struct PlannedRun {
  PlannedRun(const PlanInput& input, int rank)
      : plan(make_plan(input, rank)), comparison(*input.variables, input.schedule->routines(), plan) {}

  Plan plan;
  PlanComparison comparison;
};

} // namespace nopal
