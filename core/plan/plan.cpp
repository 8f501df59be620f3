#include "core/plan/plan.hpp"

#include "core/plan/epoch_pause.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace nopal {

namespace {

/// A plan walks at most this many iterations. A longer period is not searched.
constexpr std::int64_t most_iterations = 100000;

int pattern_of(Plan& plan, PlannedEvents events) {
  const auto found = std::find(plan.patterns.begin(), plan.patterns.end(), events);
  const auto index = static_cast<int>(found - plan.patterns.begin());
  if (found == plan.patterns.end()) plan.patterns.push_back(std::move(events));
  return index;
}

/// Whether all missing data may come from writers that the walk does not see. If so, adds lines to `assumed`.
bool assume(const PlanInput& input, const Unmet& unmet, std::int64_t iteration, std::set<std::string>& assumed) {
  if (!unmet.without_storage.empty()) return false;
  std::vector<std::string> found;
  for (const Clause& clause : unmet.invalid) {
    const std::string writer = input.unseen_writer(clause.slot.variable, clause.region, iteration);
    if (writer.empty()) return false;
    found.push_back(unmet.reader + " reads " + input.variables->text(clause.slot, clause.region) +
                    ", which must come from " + writer);
  }
  assumed.insert(found.begin(), found.end());
  return true;
}

/// Walks iterations and epochs in turn, as a run does.
class IterationWalk {
public:
  IterationWalk(const PlanInput& input, PlanWalk& walk) : input_(input), walk_(walk) {}

  /// Walks the next iteration, or the epoch that begins with it. Returns the iteration that was walked last.
  std::int64_t from(std::int64_t first) {
    if (!input_.epochs || (input_.pauses && !pause_.is_over())) return one(first);
    const RunEpoch made =
        input_.epochs->make(first, input_.most_in_epoch, input_.iterations, &walk_.tracker().validity());
    if (made.steps.iterations < input_.epochs->least()) {
      pause_.begin();
      return one(first);
    }
    pause_.forget();
    walk_.compute(made, *input_.epochs);
    return made.last();
  }

private:
  std::int64_t one(std::int64_t iteration) {
    walk_.iterate(iteration);
    return iteration;
  }

  const PlanInput& input_;
  PlanWalk& walk_;
  EpochPause pause_;
};

} // namespace

Counters transfers_of(const PlannedEvents& events) {
  Counters sum;
  for (const PlannedEvent& event : events) add(sum, transfers_of(event));
  return sum;
}

int Plan::pattern(std::int64_t iteration) const {
  const auto known = static_cast<std::int64_t>(walked.size());
  if (iteration > known) {
    if (period == 0) return -1;
    iteration = repeats_after + (iteration - repeats_after - 1) % period + 1;
  }
  return walked[static_cast<std::size_t>(iteration - 1)];
}

std::vector<std::int64_t> Plan::occurrences(std::int64_t iterations) const {
  std::vector<std::int64_t> times(patterns.size(), 0);
  const auto known = static_cast<std::int64_t>(walked.size());
  // Whole periods are counted at once, because a run may have billions of iterations.
  const std::int64_t periods = period > 0 ? std::max<std::int64_t>(0, (iterations - known) / period) : 0;
  for (std::int64_t n = repeats_after; periods > 0 && n < known; ++n)
    times[static_cast<std::size_t>(walked[static_cast<std::size_t>(n)])] += periods;
  for (std::int64_t n = 1; n <= iterations - periods * period; ++n)
    if (const int p = pattern(n); p >= 0) ++times[static_cast<std::size_t>(p)];
  return times;
}

std::int64_t common_period(const PlanInput& input) {
  std::set<std::int64_t> periods = input.schedule->periods();
  if (input.settings.copy_back_every > 0) periods.insert(input.settings.copy_back_every);
  std::int64_t common = 1;
  for (const std::int64_t period : periods) {
    common = std::lcm(common, std::min(period, most_iterations + 1));
    if (common > most_iterations) return 0;
  }
  return common;
}

Plan make_plan(const PlanInput& input, int rank) {
  Plan plan;
  plan.rank = rank;
  EventRecorder recorder;
  std::set<std::string> assumed;
  std::int64_t n = 0;
  PlanWalk::Tolerate tolerate;
  if (input.unseen_writer) tolerate = [&](const Unmet& unmet) { return assume(input, unmet, n, assumed); };
  PlanWalk walk(input, rank, {&recorder}, std::move(tolerate));
  walk.start();
  plan.start = recorder.take();

  const std::int64_t common = common_period(input);
  const std::int64_t last = input.iterations >= 0 ? std::min(input.iterations, most_iterations) : most_iterations;
  std::map<std::vector<Region>, std::int64_t> states{{walk.state(), 0}};
  IterationWalk iterations(input, walk);
  while (n < last && plan.period == 0) {
    const std::int64_t first = n + 1;
    n = iterations.from(first);
    // The copies of an epoch count as those of its last iteration.
    for (std::int64_t earlier = first; earlier < n; ++earlier) plan.walked.push_back(pattern_of(plan, {}));
    plan.walked.push_back(pattern_of(plan, recorder.take()));
    // Near the end of the run epochs have other lengths, so they do not repeat for ever.
    if (input.epochs || common == 0 || n % common != 0) continue;
    const auto [before, fresh] = states.emplace(walk.state(), n);
    if (fresh) continue;
    plan.repeats_after = before->second;
    plan.period = n - before->second;
  }

  // The end follows the last iteration, or an earlier one with the same state. `rest` iterations lead there.
  const auto rest = plan.period > 0 ? (input.iterations - n) % plan.period : input.iterations - n;
  plan.has_end = input.iterations >= 0 && (plan.period > 0 || rest == 0);
  if (plan.has_end) {
    for (std::int64_t more = 0; more < rest; ++more) walk.iterate(++n);
    recorder.take();
    walk.end();
    plan.end = recorder.take();
  }
  if (input.decomposition->domain().spec().adaptive && input.schedule->has_items_by_time())
    assumed.insert(
        "the run chooses its time steps (driver.time_step), but some items are due at intervals of time; here "
        "all steps are as large as driver.dt or driver.courant says");
  plan.interpolations = walk.interpolations();
  plan.unknown.assign(walk.unknown().begin(), walk.unknown().end());
  plan.assumed.assign(assumed.begin(), assumed.end());
  return plan;
}

} // namespace nopal
