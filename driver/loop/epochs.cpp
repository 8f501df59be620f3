#include "driver/loop/epochs.hpp"

#include "core/base/bytes_text.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/memory.hpp"
#include "driver/sudden_end/current_call.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace nopal {

Epochs::Epochs(const CallEnvironment& environment, const Session& session, Executor& executor, Storage& storage,
               Accelerator& accelerator, GhostExchange& exchange)
    : environment_(environment), session_(session), passes_(*environment.run, session.rank()), executor_(executor),
      storage_(storage), accelerator_(accelerator), exchange_(exchange),
      parameters_(environment.run->description.parameters),
      maker_(epoch_maker(*environment.run, environment.streamer != nullptr ? EpochPlace::device : EpochPlace::host)),
      choice_(*environment.run, session, maker_, executor.fusion(), accelerator.tracker().validity(),
              environment.host != nullptr ? environment.host->members() : 1),
      why_none_(why_no_epochs(*environment.run, environment.device != nullptr,
                              environment.streamer != nullptr ? EpochPlace::device : EpochPlace::host)) {}

WaySearch* Epochs::search(std::int64_t first) {
  if (environment_.streamer != nullptr) return environment_.streamer->search(first, accelerator_.tracker().validity());
  return choice_.search(first);
}

/// Whether the run has no epochs at all. Says why, once.
bool Epochs::has_none() {
  const bool streams = environment_.streamer != nullptr;
  const std::int64_t given = parameters_.integer("driver::blocking_factor");
  if (!streams && given == 1) return true;
  if (why_none_.empty()) return false;
  // Who leaves the number to nopal has not asked for epochs.
  if (told_.insert(why_none_).second)
    spdlog::log(streams || given > 0 ? spdlog::level::info : spdlog::level::debug, "no epochs: {}", why_none_);
  return true;
}

int Epochs::run(std::int64_t first, std::int64_t last) {
  used_ = nullptr;
  computed_ = 0;
  if (has_none()) return 0;
  if (!pause_.is_over()) return 0;
  WaySearch* const search = this->search(first);
  const bool streams = environment_.streamer != nullptr;
  if (search != nullptr && search->way().most == 0) {
    used_ = search;
    // To look ahead may take as long as an iteration of a small grid.
    if (!streams && search->is_over()) pause_.begin();
    return 0;
  }
  const RunEpoch made = maker_.make(first, search != nullptr ? search->way().most : maker_.least(), last,
                                    &accelerator_.tracker().validity());
  if (!made.why_one.empty() && told_.insert(made.why_one).second)
    spdlog::info("no epoch of several iterations at iteration {}, because of {}", first, made.why_one);
  const bool is_epoch = made.steps.iterations >= maker_.least();
  if (search != nullptr || !is_epoch) tell(made);
  if (search == nullptr || !is_epoch) {
    // A streamed run makes no pause: to look ahead costs less than the passes of lone kernels.
    if (!streams) pause_.begin();
    return 0;
  }
  pause_.forget();
  if (!streams && !allocate_temporaries(made)) return 0;
  if (!made.missing_ghosts.empty()) exchange_.synchronise_slots(accelerator_, made.missing_ghosts, "an epoch");
  const std::vector<std::byte*> arrays = arrays_of(made);
  executor_.account(made.steps.steps, maker_.exchanges());
  compute(made, search->way(), arrays);
  rename(made);
  if (maker_.exchanges()) exchange(made);
  poll(made);
  used_ = search;
  return computed_ = made.steps.iterations;
}

void Epochs::took(double seconds) {
  if (used_ != nullptr) used_->took(std::max(1, computed_), seconds);
}

WaySearch* Epochs::ways(std::int64_t first) {
  pause_ = {};
  if (has_none()) return nullptr;
  if (environment_.streamer != nullptr) return environment_.streamer->ways(first, accelerator_.tracker().validity());
  return choice_.ways(first);
}

bool Epochs::settled(std::int64_t first) { return environment_.streamer != nullptr || choice_.settled(first); }

std::vector<int> Epochs::candidates(const Ways& ways, double seconds) const {
  return environment_.streamer != nullptr ? environment_.streamer->candidates(ways) : choice_.candidates(ways, seconds);
}

/// EpochMaker says nothing about the end of iterations that it has shortened itself.
std::string Epochs::limit(std::int64_t first, const Ways* ways) const {
  if (!why_none_.empty()) return why_none_;
  const bool streams = environment_.streamer != nullptr;
  const int given = streams ? environment_.streamer->given() : choice_.given();
  if (!streams && given == 1) return "driver.blocking_factor is 1";
  const int wanted = given > 0 ? given : largest_automatic_factor;
  int longest = 0;
  for (const Way& way : ways != nullptr ? ways->all : std::vector<Way>{}) longest = std::max(longest, way.iterations);
  if (longest >= wanted) return {};
  const Validity& validity = accelerator_.tracker().validity();
  const EpochSteps steps = maker_.make(first, wanted, -1, &validity).steps;
  if (!steps.end.empty()) return steps.end;
  if (steps.iterations > longest) return "the memory of the device: one layer does not fit";
  const std::string end = maker_.make(first, 2 * wanted, -1, &validity).steps.end;
  return end.empty() ? fmt::format("driver.ghosts: {}", environment_.run->domain->spec().ghosts) : end;
}

/// Calls the functions that poll, as in the last iteration.
void Epochs::poll(const RunEpoch& made) {
  for (const Step& step : made.steps.steps)
    if (step.kind == StepKind::call && step.routine->polls && step.clock.iteration == made.last())
      executor_.run({&step, 1});
}

/// Collective. A tile uses values that tiles before it have computed, so temporaries of stencils need storage of the
/// grid's size. Returns false if there is no memory for it.
bool Epochs::allocate_temporaries(const RunEpoch& made) {
  std::vector<int> missing;
  std::size_t bytes = 0;
  for (std::size_t v = 0; v < made.variables.size(); ++v) {
    const Slot slot{made.variables[v], 0};
    if (!made.epoch.is_temporary(static_cast<int>(v)) || storage_.data(slot) != nullptr) continue;
    missing.push_back(slot.variable);
    bytes += storage_.slot_bytes(slot);
  }
  if (missing.empty()) return true;
  const std::string text = fmt::format("the temporaries of stencils, which take {} on each process", bytes_text(bytes));
  if (!nodes_have(session_, bytes)) {
    why_none_ = fmt::format("there is no memory for {}", text);
    return false;
  }
  spdlog::info("epochs need storage for {}", text);
  storage_.allocate(missing);
  return true;
}

std::vector<std::byte*> Epochs::arrays_of(const RunEpoch& made) const {
  std::vector<std::byte*> arrays;
  for (std::size_t v = 0; v < made.variables.size(); ++v)
    for (int timelevel = 0; timelevel < made.epoch.timelevels[v]; ++timelevel)
      arrays.push_back(storage_.data({made.variables[v], timelevel}));
  return arrays;
}

TiledEpoch& Epochs::tiled(const RunEpoch& made, const Index& shape) {
  std::unique_ptr<TiledEpoch>& known = tiled_[fmt::format("{} {}", made.stages_key(), fmt::join(shape, " "))];
  if (known) return *known;
  known = std::make_unique<TiledEpoch>(unrolled(made.epoch), passes_.stages(made), shape, passes_.regions());
  return *known;
}

void Epochs::compute_on_host(const RunEpoch& made, const Index& tile, std::span<const KernelClock> clocks,
                             std::span<std::byte* const> arrays, const PassEntered& entered) {
  tiled(made, tile).run({&storage_, {}, environment_.kernel_version, environment_.host}, clocks, arrays, entered);
}

void Epochs::compute(const RunEpoch& made, const Way& way, std::span<std::byte* const> arrays) {
  const Routine& first = *made.items.front();
  const TimelineScope scope(
      environment_.timeline, SpanKind::kernel,
      environment_.timeline == nullptr ? std::string() : fmt::format("epoch of {} iterations", made.epoch.iterations));
  std::vector<KernelClock> clocks;
  for (const Step& step : made.steps.steps)
    if (step.kind == StepKind::begin_iteration) clocks.push_back(step.clock);
  const auto entered = [&made](int call, int iteration) {
    call_of_thread() = {};
    if (call < 0) return;
    call_of_thread() = {made.items[static_cast<std::size_t>(call)], made.steps.first + iteration - 1};
    // Threads that help with the only tile have no call of their own.
    current_call().routine.store(call_of_thread().routine, std::memory_order_relaxed);
    current_call().iteration.store(call_of_thread().iteration, std::memory_order_relaxed);
  };
  try {
    const CallScope running(first, environment_.streamer != nullptr && environment_.opencl, made.steps.first);
    if (environment_.streamer != nullptr)
      environment_.streamer->compute(made, way.block_size, clocks, arrays, entered);
    else
      compute_on_host(made, way.tile, clocks, arrays, entered);
  } catch (const PassFailure& failure) {
    const Routine& routine = *made.items[static_cast<std::size_t>(failure.call)];
    throw Error(fmt::format("{} ({}, iteration {}): {}", routine.full_name(), routine.bin,
                            made.steps.first + failure.iteration - 1, failure_text(failure.cause)));
  }
}

// The Accelerator has cycled the timelevels once for each iteration.
void Epochs::rename(const RunEpoch& made) {
  int first = 0; // the variable's first array
  for (int v = 0; v < static_cast<int>(made.variables.size()); ++v) {
    const int variable = made.variables[static_cast<std::size_t>(v)],
              n = made.epoch.timelevels[static_cast<std::size_t>(v)];
    std::vector<int> from;
    for (int timelevel = 0; timelevel < n && n > 1; ++timelevel)
      from.push_back((array_after(made.epoch, v, timelevel) - first + made.epoch.iterations) % n);
    if (n > 1) storage_.rename(variable, from);
    if (const std::optional<int> lost = lost_timelevel(made.epoch, v)) accelerator_.give_storage({variable, *lost});
    first += n;
  }
}

void Epochs::exchange(const RunEpoch& made) {
  const std::vector<Slot> slots = maker_.exchanged_after(made, accelerator_.tracker().validity());
  if (!slots.empty()) exchange_.synchronise_slots(accelerator_, slots, "an epoch");
}

/// Says each thing once.
void Epochs::tell(const RunEpoch& made) {
  if (made.steps.iterations < maker_.least()) {
    if (!made.steps.end.empty() && told_.insert(made.steps.end).second)
      spdlog::info("no epoch at iteration {}, because of {}", made.steps.first, made.steps.end);
  } else if (told_.insert(std::to_string(made.steps.iterations)).second) {
    spdlog::info("epochs of {} iteration{}{}", made.steps.iterations, made.steps.iterations == 1 ? "" : "s",
                 made.steps.end.empty() ? "" : fmt::format(", ended by {}", made.steps.end));
  }
}

} // namespace nopal
