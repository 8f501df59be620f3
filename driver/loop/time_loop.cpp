#include "driver/loop/time_loop.hpp"

#include "core/schedule/run_bins.hpp"
#include "driver/loop/lost_values.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/gather.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

namespace {

constexpr std::string_view check_bin = "paramcheck"; // its routines choose the checkpoint to go on from

double seconds(const std::chrono::steady_clock::time_point& since) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

} // namespace

RunOrder TimeLoop::run_order() {
  const Description& description = run_description.description;
  return {description.schedule,
          clock,
          {.is_requested = [this](const std::string& item) { return services.take_request(item); },
           .recovered = [this] { return recovered(); }}};
}

std::optional<RecoveredState> TimeLoop::recovered() const {
  const std::optional<Recovery>& state = services.recovered();
  if (!state) return std::nullopt;
  notify(observers, &RunObserver::recovery_begins);
  return RecoveredState{state->iteration, state->output_done, state->time};
}

void TimeLoop::follow(RunOrder& order, WallTime& wall, const std::function<void(std::string_view bin)>& passed) {
  wall.spent(Spent::rest);
  bool answer = true;
  while (true) {
    const std::vector<Step>& steps = order.next(answer);
    if (steps.empty()) return;
    const StepKind last = steps.back().kind;
    answer = executor.run(steps);
    if (last != StepKind::end_bin) continue;
    wall.spent(spent_in(*steps.back().name));
    if (passed) passed(*steps.back().name);
  }
}

bool TimeLoop::ends_after(std::int64_t iteration, Result& result) {
  const auto is_last = [&] { return limits.reached(iteration, clock.now().time); };
  const std::string& own_reason = services.termination_reason();
  Agreement agreed;
  one_more = false;
  if (!is_last()) { // a recovered run may start after its last iteration
    const WorkScope scope(observers, Work::wait, "whether the run ends");
    agreed = control.agree(iteration, services.requested(), services.output_findings().has_news());
    services.set_agreement(agreed);
    if (agreed.not_finite) notify(observers, &RunObserver::found_not_finite, services.output_findings().join());
    if (!agreed.steering.empty()) steer(agreed.steering, iteration);
    one_more = !agreed.steering.empty() && (is_last() || agreed.end == Ending::complete) && lacks_output(iteration);
    if (one_more) return false;
  }
  if (is_last()) {
    services.set_ending(Ending::complete);
    return true;
  }
  const bool out_of_time = agreed.seconds >= limits.walltime;
  const bool asked = agreed.end != Ending::none;
  if (!asked && !out_of_time) return false;
  result.ended_early = !asked                  ? "driver.walltime is reached"
                       : agreed.reason.empty() ? combined_failures(gather_texts(session, own_reason))
                                               : agreed.reason;
  if (!asked || !agreed.reason.empty() || own_reason.empty()) // otherwise request_termination() has logged it
    spdlog::info("the run ends after iteration {}: {}", iteration, result.ended_early);
  services.set_ending(asked ? agreed.end : Ending::interrupted);
  return true;
}

void TimeLoop::steer(const std::string& text, std::int64_t iteration) {
  std::vector<ParameterChange> changes;
  try {
    changes = steering.apply(text, limits);
    executor.steered();
    for (const ParameterChange& change : changes)
      spdlog::info("{} is {} from iteration {} on; it was {}", change.parameter, change.after, iteration + 1,
                   change.before);
  } catch (const Error& error) {
    // A typo must not end a run of days.
    spdlog::warn("steer.yaml changes nothing: {}", error.what());
  }
  notify(observers, &RunObserver::steered, iteration + 1, std::span<const ParameterChange>(changes));
}

// Calls that were computed together did not know that output would read what they handed on, and later stages have
// overwritten the state from which it could be computed again.
bool TimeLoop::lacks_output(std::int64_t iteration) const {
  const Description& description = run_description.description;
  std::string names;
  for (const Slot slot :
       lost_before_end(description.schedule, {iteration, true, clock.passed()}, accelerator.tracker().validity()))
    names += (names.empty() ? "" : ", ") + description.variables.text(slot);
  if (names.empty()) return false;
  spdlog::info(
      "the run computes one more iteration before it ends, because output at the end reads {}, and these values "
      "of iteration {} were not kept (driver.blocking_factor, driver.fusion)",
      names, iteration);
  return true;
}

void TimeLoop::tell_requests() {
  const std::string& item = services.first_requested_call();
  if (!item.empty()) notify(observers, &RunObserver::called_at_request, item);
}

// Only a complete run writes the output of the end. If an interrupted run wrote it, the run that goes on from there
// would leave other files than a run without interruption.
bool TimeLoop::writes_last_output(const Result& result) const {
  const std::optional<Recovery>& recovered = services.recovered();
  const bool written = recovered && recovered->output_done && result.iterations == 0;
  return services.ending() == Ending::complete && !written;
}

TimeLoop::Advance TimeLoop::advance(RunOrder& order, WallTime& wall, std::int64_t last) {
  // An epoch calls what is due, and nothing that somebody requests.
  if (services.has_requests() || one_more) return step(order, wall);
  const auto begin = Clock::now();
  const Advance done = finish(order, wall, begin, epochs.run(order.iteration() + 1, last));
  epochs.took(done.evolution);
  return done;
}

TimeLoop::Advance TimeLoop::step(RunOrder& order, WallTime& wall) { return finish(order, wall, Clock::now(), 0); }

/// `computed`: iterations of an epoch; 0: the next iteration runs here.
TimeLoop::Advance TimeLoop::finish(RunOrder& order, WallTime& wall, Clock::time_point begin, int computed) {
  Advance done{std::max(1, computed), seconds(begin), 0};
  if (computed > 0) {
    order.output(order.iteration() + computed);
    wall.spent(spent_in(evolution_bins.back()));
  } else {
    order.iterate(order.iteration() + 1);
  }
  auto output = Clock::now(); // after an epoch only output is left
  follow(order, wall, [&](std::string_view bin) {
    if (bin != evolution_bins.back()) return;
    done.evolution = seconds(begin);
    output = Clock::now();
  });
  done.output = seconds(output);
  return done;
}

Counters TimeLoop::start(RunOrder& order, WallTime& wall) {
  Counters before;
  order.start();
  follow(order, wall, [&](std::string_view bin) {
    if (bin == check_bin) notify(observers, &RunObserver::paramcheck_done);
    if (is_start_bin(bin)) before = accelerator.counters();
  });
  accelerator.finish();
  tell_requests();
  notify(observers, &RunObserver::start_done);
  return before;
}

TimeLoop::Result TimeLoop::run() {
  Result result;
  result.wall = WallTime(session.start());
  result.wall.spent(Spent::setup);
  auto since = std::chrono::steady_clock::now();
  RunOrder order = run_order();
  const Counters before = start(order, result.wall);
  const std::int64_t first = order.iteration();
  result.initial_seconds = seconds(since);

  since = std::chrono::steady_clock::now();
  Progress reporter(progress_settings(session, run_description.description.parameters), limits,
                    run_description.points(), first, clock.now().time);
  std::int64_t iteration = first;
  while (!ends_after(iteration, result)) {
    const Advance done = advance(order, result.wall, limits.iterations);
    iteration += done.iterations;
    result.output_seconds += done.output;
    tell_requests();
    notify(observers, &RunObserver::iteration_done, iteration);
    reporter.report(iteration, clock.now().time, session.seconds());
  }
  accelerator.finish();
  MPI_Barrier(session.communicator());
  reporter.finish();
  result.last = iteration;
  result.iterations = iteration - first;
  result.evolution_seconds = seconds(since);
  result.evolution = accelerator.counters() - before;

  since = std::chrono::steady_clock::now();
  order.end(writes_last_output(result));
  follow(order, result.wall, {});
  accelerator.finish();
  tell_requests();
  notify(observers, &RunObserver::run_done, limits.reached(iteration, clock.now().time));
  result.end_seconds = seconds(since);
  result.total = accelerator.counters();
  result.interrupted = services.ending() == Ending::interrupted;
  return result;
}

void TimeLoop::join_findings(Result& result) {
  if (const auto found = services.output_findings().join_rest(); !found.empty())
    notify(observers, &RunObserver::found_not_finite, found);
  result.not_finite = services.output_findings().all();
}

} // namespace nopal
