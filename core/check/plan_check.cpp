#include "core/check/plan_check.hpp"

#include "core/check/old_output_check.hpp"
#include "core/check/steering_check.hpp"
#include "core/check/unmet_check.hpp"
#include "core/check/unused_check.hpp"
#include "core/plan/plan.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace nopal {

namespace {

/// A schedule with a longer period is walked for iterations_without_period iterations only.
constexpr std::int64_t longest_period = 10000;
constexpr std::int64_t iterations_without_period = 1000;

void append(std::vector<Finding>& findings, std::vector<Finding> more) {
  std::move(more.begin(), more.end(), std::back_inserter(findings));
}

/// Answers the conditions of a step with error control, as if its error was too large once in every second iteration.
class Repeats {
public:
  explicit Repeats(const ScheduleFacts& facts) : facts_(facts) {}

  std::optional<bool> operator()(const Step& step) {
    if (!facts_.repeats_step(*step.condition)) return std::nullopt;
    if (step.clock.iteration != iteration_) {
      iteration_ = step.clock.iteration;
      is_wrong_ = iteration_ % 2 == 0;
    }
    const bool is_end_of_pass = step.passes >= 0;
    return is_end_of_pass ? std::exchange(is_wrong_, false) : is_wrong_;
  }

private:
  const ScheduleFacts& facts_;
  std::int64_t iteration_ = -1;
  bool is_wrong_ = false; ///< the step was computed with a step that is too large
};

} // namespace

PlanCheck check_plan(const PlanInput& input, const std::vector<ThornDeclaration>& thorns) {
  const ScheduleFacts facts(*input.variables, *input.schedule, thorns);
  DataHistory history(*input.variables);
  UnmetCheck unmet_check(facts, history);
  OldOutputCheck old_output(facts, history);
  std::int64_t n = 0;
  const PlanWalk* walked = nullptr;
  PlanWalk walk(input, 0, {&history, &old_output}, [&](const Unmet& unmet) {
    unmet_check.add(unmet, walked->tracker().validity(), n);
    return true;
  });
  walked = &walk;
  walk.answer(Repeats(facts));
  history.start(walk.tracker().validity());
  walk.start();

  const std::int64_t common = common_period(input) * (facts.repeats_steps() ? 2 : 1);
  const bool has_period = common > 0 && common <= longest_period;
  std::int64_t period = 0;
  if (has_period) {
    std::map<std::vector<Region>, std::int64_t> states{{walk.state(), 0}};
    // This loop ends, because validity has a finite number of states.
    while (period == 0) {
      for (std::int64_t i = 0; i < common; ++i) walk.iterate(++n);
      const auto [before, fresh] = states.emplace(walk.state(), n);
      if (!fresh) period = n - before->second;
    }
    for (std::int64_t i = 0; i < period; ++i) walk.iterate(++n);
  } else {
    while (n < iterations_without_period) walk.iterate(++n);
  }
  walk.end();
  history.finish(n - period);

  PlanCheck check;
  check.findings = unmet_check.take();
  if (has_period) {
    append(check.findings, useless_syncs(facts, history, unmet_check.variables()));
    append(check.findings, unread_writes(facts, history, unmet_check.variables()));
  } else {
    check.notes.push_back(fmt::format("the calls repeat only after more than {} iterations: the check looked at {} "
                                      "iterations and did not search for useless syncs and writes",
                                      longest_period, iterations_without_period));
  }
  append(check.findings, old_output.take());
  append(check.findings, unused_timelevels(facts, unmet_check.variables()));
  append(check.findings, idle_output(facts));
  append(check.findings, check_steering(*input.schedule, thorns));
  for (const std::string& condition : walk.unknown())
    check.notes.push_back("only the run knows whether this condition holds, so the check left the item out: " +
                          condition);
  return check;
}

} // namespace nopal
