#include "driver/loop/executor.hpp"

#include "core/base/assert.hpp"
#include "core/trace/timeline.hpp"
#include "driver/guard/guard.hpp"
#include "driver/services/call_requests.hpp"
#include "driver/services/synchronise.hpp"
#include "driver/session/failure.hpp"

#include <fmt/format.h>

#include <cstring>

namespace nopal {

namespace {

SpanKind span_kind(const Routine& routine) {
  return routine.bin == "output" || routine.bin == "checkpoint" ? SpanKind::output : SpanKind::routine;
}

/// Nothing is put together where nobody reads it.
std::string span_name(const Timeline* timeline, const Routine& routine) {
  return timeline != nullptr ? routine.full_name() : std::string();
}

} // namespace

Executor::Executor(const CallEnvironment& environment, Storage& storage, Accelerator& accelerator,
                   GhostExchange& exchange)
    : environment_(environment), storage_(storage), accelerator_(accelerator), exchange_(exchange),
      scopes_(environment.description->variables.n_variables()) {
  for (const Routine& routine : environment.description->schedule.routines())
    functions_.push_back(routine.is_kernel || routine.is_built_in() ? nullptr
                                                                    : environment.libraries->function(routine));
}

void Executor::set_iteration(std::int64_t iteration) {
  const Domain& domain = environment_.services->decomposition().domain();
  clock_ = {domain.time(iteration), domain.dt(), iteration};
  accelerator_.set_iteration(iteration);
  if (environment_.timeline != nullptr) environment_.timeline->begin_iteration(iteration);
}

void Executor::run_bin(const std::string& bin) {
  const TimelineScope scope(environment_.timeline, SpanKind::bin, bin);
  environment_.description->schedule.traverse(bin, clock_.iteration, *this);
}

void Executor::run_bin_at_end(const std::string& bin) {
  const TimelineScope scope(environment_.timeline, SpanKind::bin, bin);
  environment_.description->schedule.traverse_at_end(bin, clock_.iteration, *this);
}

bool Executor::is_requested(const ScheduleNode& node) { return environment_.requests->take(node.name); }

void Executor::call(const Routine& routine) {
  TimelineScope scope(environment_.timeline, span_kind(routine), span_name(environment_.timeline, routine));
  if (routine.is_built_in()) return call_built_in(routine);
  const Place place = accelerator_.place_of(routine);
  if (environment_.timeline != nullptr) scope.span().on_device = place != host_place;
  accelerator_.pre_call_function(routine, place);
  try {
    run(routine, place);
  } catch (...) {
    throw Error(fmt::format("{} ({}, iteration {}): {}", routine.full_name(), routine.bin, clock_.iteration,
                            failure_text(std::current_exception())));
  }
  accelerator_.post_call_function(routine, place);
}

void Executor::run(const Routine& routine, Place place) {
  if (!routine.is_kernel) {
    const TimelineScope scope(environment_.timeline, SpanKind::function, span_name(environment_.timeline, routine));
    FunctionCall context(environment_, routine, place, clock_);
    Call call(context);
    if (environment_.guard == nullptr)
      functions_[routine.id](call);
    else
      environment_.guard->call(functions_[routine.id], call, routine, place);
    return;
  }
  BoundKernel& kernel = environment_.kernels->of(routine);
  const std::span<const LaunchBox> boxes = environment_.kernels->boxes(routine);
  if (place == host_place) {
    const TimelineScope scope(environment_.timeline, SpanKind::kernel, span_name(environment_.timeline, routine));
    kernel.run_on_host(*environment_.memory, boxes, clock_, environment_.version, environment_.host);
  } else {
    kernel.run_on_device(*environment_.device, *environment_.memory, boxes, clock_);
  }
}

void Executor::call_built_in(const Routine& routine) {
  if (routine.target == "init") return accelerator_.init();
  NOPAL_ASSERT(routine.target == "copyback");
  accelerator_.copy_back();
}

void Executor::sync(const std::vector<int>& variables, const std::string& cause) {
  synchronise(accelerator_, exchange_, variables, cause);
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

Scalar Executor::scalar(int variable, const std::string& reader) {
  const Slot slot{variable, 0};
  accelerator_.require_valid_data({{slot, Region::interior, {}}}, host_place, reader);
  const std::byte* data = environment_.memory->data(slot);
  if (environment_.description->variables.group_of(variable).type == Type::integer) {
    std::int64_t value = 0;
    std::memcpy(&value, data, sizeof value);
    return value;
  }
  double value = 0;
  std::memcpy(&value, data, sizeof value);
  return value;
}

} // namespace nopal
