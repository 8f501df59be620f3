#include "core/schedule/epoch_search.hpp"

#include "core/base/assert.hpp"
#include "core/schedule/run_bins.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

bool is_call(const Step& step) { return step.kind == StepKind::call && !step.routine->is_built_in(); }

/// Whether two iterations call the same routines and make the same syncs.
bool same_work(std::span<const Step> some, std::span<const Step> others) {
  return std::ranges::equal(some, others, [](const Step& a, const Step& b) {
    return a.kind == b.kind && a.routine == b.routine && a.variables == b.variables && a.limit == b.limit;
  });
}

/// The steps of one iteration.
struct Iteration {
  std::vector<Step> evolution, output;
  std::string obstacle;        ///< in the evolution
  std::string output_obstacle; ///< in the output
};

} // namespace

void EpochSteps::shorten(int n) {
  NOPAL_ASSERT(n >= 1 && n < iterations);
  iterations = n;
  lengths.resize(static_cast<std::size_t>(n));
  steps.resize(lengths.back());
  end.clear();
  output_follows = false;
  output.clear();
}

std::string EpochSearch::obstacle_in(const Step& step) const {
  switch (step.kind) {
  case StepKind::call: {
    if (step.routine->is_built_in()) return {};
    const std::string why = obstacle_(*step.routine);
    return why.empty() ? why : fmt::format("{} ({}): {}", step.routine->full_name(), step.routine->bin, why);
  }
  case StepKind::condition:
    return fmt::format("{}: only the run knows whether {} holds", *step.name, step.condition->text);
  case StepKind::storage_on:
  case StepKind::storage_off:
    return fmt::format("{} has storage: of its own", *step.name);
  default:
    return {};
  }
}

EpochSteps EpochSearch::find(std::int64_t first, int most) const {
  EpochSteps found;
  found.first = first;
  std::size_t n_first = 0; // steps of the first iteration's evolution
  for (std::int64_t iteration = first; found.iterations < most; ++iteration) {
    Iteration its;
    RunOrder order(schedule_, domain_);
    order.iterate(iteration);
    bool in_output = false;
    // What comes after a condition is not looked at: the condition is an obstacle.
    bool ends = false;
    for (auto* list = &order.next(); !list->empty() && its.obstacle.empty() && !ends; list = &order.next(false)) {
      ends = list->back().kind == StepKind::condition;
      for (const Step& step : *list) {
        if (step.kind == StepKind::begin_bin) in_output = has_bin(output_bins, *step.name);
        std::string& obstacle = in_output ? its.output_obstacle : its.obstacle;
        if (obstacle.empty()) obstacle = obstacle_in(step);
        if (in_output && is_call(step) && obstacle.empty())
          obstacle = fmt::format("{} ({})", step.routine->full_name(), step.routine->bin);
        (in_output ? its.output : its.evolution).push_back(step);
      }
    }
    if (!its.obstacle.empty()) {
      found.end = its.obstacle;
      break;
    }
    if (found.iterations > 0 && !same_work(std::span(found.steps).first(n_first), its.evolution)) {
      found.end = "an iteration that calls other routines";
      break;
    }
    if (found.iterations == 0) n_first = its.evolution.size();
    found.steps.insert(found.steps.end(), its.evolution.begin(), its.evolution.end());
    found.lengths.push_back(found.steps.size());
    ++found.iterations;
    if (!its.output_obstacle.empty()) {
      found.end = its.output_obstacle;
      found.output_follows = true;
      for (const Step& step : its.output)
        if (is_call(step)) found.output.push_back(step.routine);
      break;
    }
    if (found.iterations < most) found.steps.insert(found.steps.end(), its.output.begin(), its.output.end());
  }
  return found;
}

} // namespace nopal
