#include "driver/loop/executor.hpp"

#include "core/base/assert.hpp"
#include "core/kernels/host_checks.hpp"
#include "driver/guard/guard.hpp"
#include "driver/loop/loop_totals.hpp"
#include "driver/loop/streamer.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/job_end.hpp"
#include "driver/sudden_end/current_call.hpp"

#include <fmt/format.h>

#include <chrono>

namespace nopal {

namespace {

SpanKind span_kind(const Routine& routine) {
  return routine.bin == "output" || routine.bin == "checkpoint" ? SpanKind::output : SpanKind::routine;
}

/// Returns an empty text if the run is not traced, because building the name costs time.
std::string span_name(const Timeline* timeline, const Routine& routine) {
  return timeline != nullptr ? routine.full_name() : std::string();
}

} // namespace

Executor::Executor(const CallEnvironment& environment, const Session& session, Storage& storage,
                   Accelerator& accelerator, GhostExchange& exchange, Conditions& conditions)
    : environment_(environment), kernels_(*environment.run->kernels), storage_(storage), accelerator_(accelerator),
      exchange_(exchange), conditions_(conditions), fusion_(environment, session, storage),
      scopes_(environment.run->description.variables.n_variables()) {
  for (const Routine& routine : environment.run->description.schedule.routines())
    functions_.push_back(routine.is_function() ? environment.run->libraries->function(routine) : nullptr);
}

bool Executor::run(std::span<const Step> steps) {
  for (std::size_t n = 0; n < steps.size();) {
    const Step& step = steps[n];
    if (step.kind == StepKind::condition) return conditions_.holds(step);
    if (FusedGroup* const group = step.kind == StepKind::call ? fusion_.find(steps.subspan(n)) : nullptr) {
      run(*group, steps.subspan(n, group->n_calls()));
      n += group->n_calls();
    } else {
      run(step);
      ++n;
    }
  }
  return true;
}

void Executor::run(FusedGroup& group, std::span<const Step> steps) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  if (group.way() == 0)
    for (const Step& step : steps) run(step);
  else
    call_together(group, steps);
  // Which way is the fastest differs from process to process, but what is valid must not.
  for (const Slot slot : group.fused().local) accelerator_.give_storage(slot);
  fusion_.took(group, std::chrono::duration<double>(Clock::now() - begin).count());
}

// The Accelerator gets its calls as if the routines ran one after the other. Nothing is copied between them, since the
// run has no device.
void Executor::call_together(FusedGroup& group, std::span<const Step> steps) {
  const Step& first = steps.front();
  const TimelineScope scope(environment_.timeline, SpanKind::routine,
                            environment_.timeline == nullptr ? std::string() : group.name());
  for (const Step& step : steps) {
    accelerator_.pre_call_function(*step.routine, host_place);
    accelerator_.post_call_function(*step.routine, host_place);
  }
  try {
    const CallScope running(*first.routine, false, first.clock.iteration);
    fusion_.run(group, steps);
  } catch (...) {
    throw Error(fmt::format("{} ({}, iteration {}): {}", group.name(), first.routine->bin, first.clock.iteration,
                            failure_text(std::current_exception())));
  }
}

void Executor::account(std::span<const Step> steps, bool exchanges) {
  for (const Step& step : steps) {
    if (step.kind == StepKind::begin_bin || step.kind == StepKind::end_bin) continue;
    if (step.kind == StepKind::call && step.routine->polls) continue;
    if (step.kind == StepKind::call && !step.routine->is_built_in()) {
      const Place place = accelerator_.place_of(*step.routine);
      accelerator_.pre_call_function(*step.routine, place);
      accelerator_.post_call_function(*step.routine, place);
    } else if (step.kind == StepKind::sync && exchanges) {
      accelerator_.note_sync(*step.variables, *step.name);
    } else {
      run(step);
    }
  }
}

void Executor::run(const Step& step) {
  switch (step.kind) {
  case StepKind::begin_iteration:
    accelerator_.set_iteration(step.clock.iteration);
    accelerator_.set_time(step.clock.time);
    if (environment_.timeline != nullptr) environment_.timeline->begin_iteration(step.clock.iteration);
    return;
  case StepKind::end_iterations:
    if (environment_.timeline != nullptr) environment_.timeline->close_all();
    return;
  case StepKind::cycle:
    return accelerator_.cycle();
  case StepKind::begin_bin:
    bin_scope_.emplace(environment_.timeline, SpanKind::bin, *step.name);
    return;
  case StepKind::end_bin:
    return bin_scope_.reset();
  case StepKind::storage_on:
    return storage_on(*step.variables);
  case StepKind::call:
    return call(step);
  case StepKind::sync:
    return exchange_.synchronise(accelerator_, *step.variables, *step.name);
  case StepKind::storage_off:
    return storage_off(*step.variables);
  case StepKind::limit_dt:
    return conditions_.check_limit(step);
  case StepKind::choose_dt:
    return conditions_.choose_dt(step);
  case StepKind::condition:
    NOPAL_ASSERT(false); // a condition ends a list
  }
}

void Executor::call(const Step& step) {
  const Routine& routine = *step.routine;
  TimelineScope scope(environment_.timeline, span_kind(routine), span_name(environment_.timeline, routine));
  if (routine.is_built_in()) return call_built_in(routine);
  const Place place = accelerator_.place_of(routine);
  std::optional<TravellingGhosts> ghosts = bring_ghosts(routine, place);
  const bool is_streamed = environment_.streamer != nullptr && environment_.streamer->computes(routine);
  if (environment_.timeline != nullptr) scope.span().on_device = place != host_place || is_streamed;
  accelerator_.pre_call_function(routine, place);
  std::optional<std::string> wrong;
  const auto account = [&](const std::string& text) {
    return fmt::format("{} ({}, iteration {}): {}", routine.full_name(), routine.bin, step.clock.iteration, text);
  };
  try {
    const CallScope running(routine, environment_.opencl && (place != host_place || is_streamed), step.clock.iteration);
    if (is_streamed)
      environment_.streamer->launch(routine, step.clock);
    else if (routine.is_kernel)
      environment_.launch(kernels_.of(routine), kernels_.boxes(routine), step.clock, place,
                          span_name(environment_.timeline, routine));
    else if (routine.is_loop())
      run_loop(routine, step.clock, place, ghosts ? &*ghosts : nullptr);
    else if (routine.stencil != nullptr)
      environment_.run_stencil(routine, step.clock, place, span_name(environment_.timeline, routine));
    else
      call_function(step, place);
  } catch (const FalseDeclaration& error) {
    if (!routine.is_kernel) throw Error(account(error.what()));
    wrong = error.what();
  } catch (const AgreedError&) {
    throw;
  } catch (...) {
    throw Error(account(failure_text(std::current_exception())));
  }
  accelerator_.post_call_function(routine, place); // poison may know where an invalid value came from
  if (wrong) throw Error(account(*wrong));
}

std::optional<TravellingGhosts> Executor::bring_ghosts(const Routine& routine, Place place) {
  const std::vector<Slot> slots = accelerator_.ghosts_for(routine);
  if (slots.empty()) return std::nullopt;
  if (accelerator_.starts_during_sync(routine, slots, place))
    return std::optional<TravellingGhosts>(std::in_place, exchange_, accelerator_, slots, routine.full_name());
  exchange_.synchronise_slots(accelerator_, slots, routine.full_name());
  return std::nullopt;
}

void Executor::run_loop(const Routine& routine, const KernelClock& clock, Place place, TravellingGhosts* ghosts) {
  BoundLoop& loop = kernels_.loop(routine);
  const std::string name = span_name(environment_.timeline, routine);
  LoopPart part = LoopPart::all;
  if (ghosts != nullptr && environment_.overlap && exchange_.under_way() && loop.can_be_split(place != host_place)) {
    environment_.run_loop(loop, clock, place, name, LoopPart::core);
    part = LoopPart::rest;
  }
  if (ghosts != nullptr) ghosts->arrive();
  environment_.run_loop(loop, clock, place, name, part);
  if (place != host_place) accelerator_.reduce_totals(routine, [&] { loop.reduce_totals(*environment_.device); });
  write_totals(loop, environment_.services->reductions(), environment_.services->collective(), storage_);
}

void Executor::call_function(const Step& step, Place place) {
  const Routine& routine = *step.routine;
  const TimelineScope scope(environment_.timeline, SpanKind::function, span_name(environment_.timeline, routine));
  FunctionCall context(environment_, routine, place, step.clock);
  Call call(context);
  if (environment_.guard == nullptr)
    plain_calls_.call(functions_[routine.id], call, routine);
  else
    environment_.guard->call(functions_[routine.id], call, routine, place);
}

void Executor::call_built_in(const Routine& routine) {
  if (routine.target == "init") return accelerator_.init();
  NOPAL_ASSERT(routine.target == "copyback");
  accelerator_.copy_back();
}

void Executor::storage_on(const std::vector<int>& variables) {
  const std::vector<int> fresh = scopes_.enter(variables);
  storage_.allocate(fresh);
  accelerator_.storage_on(fresh);
}

void Executor::storage_off(const std::vector<int>& variables) {
  const std::vector<int> last = scopes_.leave(variables);
  accelerator_.storage_off(last);
  storage_.release(last);
}

} // namespace nopal
