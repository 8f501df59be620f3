#include "driver/loop/epochs.hpp"

#include "driver/session/failure.hpp"
#include "driver/sudden_end/current_call.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace nopal {

Epochs::Epochs(const CallEnvironment& environment, const Session& session, Executor& executor, Storage& storage,
               Accelerator& accelerator, GhostExchange& exchange)
    : environment_(environment), rank_(session.rank()), executor_(executor), storage_(storage),
      accelerator_(accelerator), exchange_(exchange), parameters_(environment.run->description.parameters),
      maker_(environment.run->description.variables, environment.run->description.schedule,
             *environment.run->decomposition,
             [kernels = environment.run->kernels.get()](const Routine& routine) -> const BoundKernel& {
               return kernels->of(routine);
             }) {}

/// Why this run has no epochs. Empty: it may have some.
std::string Epochs::obstacle() const {
  if (parameters_.integer("driver::blocking_factor") == 1) return "driver.blocking_factor is 1";
  if (environment_.device != nullptr) return "the run has a device";
  for (const char* name : {"poison", "guard"})
    if (parameters_.boolean(fmt::format("accelerator::{}", name)))
      return fmt::format("accelerator.{} looks at each routine after its call", name);
  return {};
}

int Epochs::run(std::int64_t first, std::int64_t last) {
  if (!obstacle().empty()) return 0;
  const int most = static_cast<int>(parameters_.integer("driver::blocking_factor"));
  const RunEpoch made = maker_.make(first, most, last, accelerator_.tracker().validity());
  tell(made);
  if (made.steps.iterations < 2) return 0;
  const std::vector<std::byte*> arrays = arrays_of(made);
  executor_.account(made.steps.steps, maker_.exchanges());
  compute(made, arrays);
  rename(made);
  if (maker_.exchanges()) exchange(made);
  poll(made);
  return made.steps.iterations;
}

/// Calls the functions that poll, as in the last iteration.
void Epochs::poll(const RunEpoch& made) {
  for (const Step& step : made.steps.steps)
    if (step.kind == StepKind::call && step.routine->polls && step.clock.iteration == made.last())
      executor_.run({&step, 1});
}

std::vector<std::byte*> Epochs::arrays_of(const RunEpoch& made) const {
  std::vector<std::byte*> arrays;
  for (std::size_t v = 0; v < made.variables.size(); ++v)
    for (int timelevel = 0; timelevel < made.epoch.timelevels[v]; ++timelevel)
      arrays.push_back(storage_.data({made.variables[v], timelevel}));
  return arrays;
}

std::vector<LaunchBox> Epochs::boxes_of(Region region) const {
  std::vector<LaunchBox> boxes;
  for (const LaunchBox& box : launch_boxes(*environment_.run->decomposition, rank_, Region::everywhere))
    if (any(region & (box.normal == Index{0, 0, 0} ? Region::interior : Region::boundary))) boxes.push_back(box);
  return boxes;
}

TiledEpoch& Epochs::tiled(const RunEpoch& made) {
  std::string key = fmt::format("{} {}", made.epoch.iterations, made.epoch.keeps_oldest);
  for (const Routine* routine : made.routines) key += fmt::format(" {}", routine->id);
  std::unique_ptr<TiledEpoch>& known = tiled_[key];
  if (known) return *known;
  std::vector<TiledCall> calls;
  for (const Routine* routine : made.routines) {
    TiledCall& call = calls.emplace_back();
    call.kernel = &environment_.run->kernels->of(*routine);
    call.boxes = boxes_of(routine->writes.front().region);
    for (const Slot slot : call.kernel->fields()) {
      const auto variable = std::ranges::find(made.variables, slot.variable);
      call.variables.push_back(variable == made.variables.end() ? -1
                                                                : static_cast<int>(variable - made.variables.begin()));
    }
  }
  const Decomposition& decomposition = *environment_.run->decomposition;
  EpochPart part{.owned = decomposition.owned(rank_)};
  for (int axis = 0; axis < 3; ++axis) {
    part.lower[axis] = environment_.stored.lower[axis] < part.owned.lower[axis];
    part.upper[axis] = environment_.stored.upper[axis] > part.owned.upper[axis];
  }
  const int threads = environment_.host != nullptr ? environment_.host->members() : 1;
  known = std::make_unique<TiledEpoch>(made.epoch, std::move(calls), part, tile_wish(parameters_, threads).shape);
  return *known;
}

void Epochs::compute(const RunEpoch& made, std::span<std::byte* const> arrays) {
  const Routine& first = *made.routines.front();
  const TimelineScope scope(environment_.timeline, SpanKind::kernel,
                            environment_.timeline == nullptr ? std::string()
                                                             : fmt::format("epoch of {} iterations",
                                                                           made.epoch.iterations));
  std::vector<KernelClock> clocks;
  for (const Step& step : made.steps.steps)
    if (step.kind == StepKind::begin_iteration) clocks.push_back(step.clock);
  try {
    const CallScope running(first, false, made.steps.first);
    tiled(made).run({&storage_, {}, environment_.kernel_version, environment_.host}, clocks, arrays);
  } catch (const EpochFailure& failure) {
    const Routine& routine = *made.routines[static_cast<std::size_t>(failure.call)];
    throw Error(fmt::format("{} ({}, iteration {}): {}", routine.full_name(), routine.bin,
                            made.steps.first + failure.iteration - 1, failure_text(failure.cause)));
  }
}

// The Accelerator has cycled the timelevels once for each iteration.
void Epochs::rename(const RunEpoch& made) {
  int first = 0; // the variable's first array
  for (int v = 0; v < static_cast<int>(made.variables.size()); ++v) {
    const int variable = made.variables[static_cast<std::size_t>(v)], n = made.epoch.timelevels[static_cast<std::size_t>(v)];
    std::vector<int> from;
    for (int timelevel = 0; timelevel < n && n > 1; ++timelevel)
      from.push_back((array_after(made.epoch, v, timelevel) - first + made.epoch.iterations) % n);
    if (n > 1) storage_.rename(variable, from);
    if (const std::optional<int> lost = lost_timelevel(made.epoch, v)) accelerator_.give_storage({variable, *lost});
    first += n;
  }
}

void Epochs::exchange(const RunEpoch& made) {
  const StageChain chain = unrolled(made.epoch);
  const Validity& validity = accelerator_.tracker().validity();
  std::vector<Slot> slots;
  for (int v = 0; v < static_cast<int>(made.variables.size()); ++v)
    for (int timelevel = 0; timelevel < made.epoch.timelevels[static_cast<std::size_t>(v)]; ++timelevel) {
      const int array = array_after(made.epoch, v, timelevel);
      const Slot slot{made.variables[static_cast<std::size_t>(v)], timelevel};
      const bool written = std::ranges::any_of(chain.stages, [&](const Stage& stage) {
        return std::ranges::find(stage.writes, array) != stage.writes.end();
      });
      if (written && validity.valid(slot, Region::everywhere & validity.tracked(slot.variable), host_place))
        slots.push_back(slot);
    }
  if (!slots.empty()) exchange_.synchronise_slots(accelerator_, slots, "an epoch");
}

void Epochs::tell(const RunEpoch& made) {
  const std::string text =
      made.steps.iterations > 1
          ? fmt::format("epochs of {} iterations", made.steps.iterations)
          : fmt::format("no epoch from iteration {} on: {}", made.steps.first, made.steps.end);
  if (told_.insert(text).second && told_.size() < 4) spdlog::info("{}", text);
}

} // namespace nopal
