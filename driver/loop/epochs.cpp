#include "driver/loop/epochs.hpp"

#include "driver/session/failure.hpp"
#include "driver/sudden_end/current_call.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <spdlog/spdlog.h>

#include <chrono>

namespace nopal {

namespace {

/// After an iteration that is part of no epoch, the run looks ahead again after a pause, which becomes longer each
/// time.
constexpr int longest_pause = 63; // iterations
/// Requests to end the run wait for the end of an epoch. If nopal chooses the number of iterations, an epoch should not
/// take longer than this.
constexpr double longest_epoch = 10; // seconds
/// Epochs of each tile shape in a trial. They are long, so there are fewer than calls of a stencil.
constexpr int calls_of_each = 2;

} // namespace

Epochs::Epochs(const CallEnvironment& environment, const Session& session, Executor& executor, Storage& storage,
               Accelerator& accelerator, GhostExchange& exchange)
    : environment_(environment), session_(session), rank_(session.rank()), executor_(executor), storage_(storage),
      accelerator_(accelerator), exchange_(exchange), parameters_(environment.run->description.parameters),
      maker_(epoch_maker(*environment.run)), why_none_(why_no_epochs(*environment.run, environment.device != nullptr)) {
}

int Epochs::run(std::int64_t first, std::int64_t last) {
  if (parameters_.integer("driver::blocking_factor") == 1) return 0;
  if (pause_ > 0) {
    --pause_;
    return 0;
  }
  if (!why_none_.empty()) {
    if (told_.insert(why_none_).second) spdlog::info("no epochs: {}", why_none_);
    return 0;
  }
  const int most = factor(first);
  if (most == 1) return 0;
  const RunEpoch made = maker_.make(first, most, last, &accelerator_.tracker().validity());
  tell(made);
  if (made.steps.iterations < 2) {
    pause_ = longer_pause_ = std::min(2 * longer_pause_ + 1, longest_pause);
    return 0;
  }
  longer_pause_ = 0;
  largest_ = std::max(largest_, made.steps.iterations);
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

/// Every rank must take the same number. The second iteration shows how long one takes; the first one also touches
/// memory for the first time.
int Epochs::factor(std::int64_t first) {
  const auto given = static_cast<int>(parameters_.integer("driver::blocking_factor"));
  if (given > 0) return given;
  if (automatic_ > 0) return automatic_;
  const auto now = std::chrono::steady_clock::now();
  if (n_plain_ == 2) seconds_ = std::chrono::duration<double>(now - since_).count();
  since_ = now;
  if (++n_plain_ <= 2) return 1;
  const int most = std::max(2, static_cast<int>(std::min(longest_epoch / seconds_, 1e6)));
  std::map<double, int> by_cost;
  const EpochTileDemand wanted = demand();
  for (int factor = largest_automatic_factor; factor > 1; factor /= 2) {
    const RunEpoch made = maker_.make(first, factor, -1, &accelerator_.tracker().validity());
    if (made.steps.iterations < 2) continue;
    const std::vector<EpochTile> tiles = choose_epoch_tiles(unrolled(made.epoch), wanted);
    const auto whole = std::ranges::find(tiles, Index{0, 0, 0}, &EpochTile::shape);
    const bool fits =
        whole != tiles.end() && whole->bytes <= wanted.cache_bytes * static_cast<std::size_t>(wanted.threads);
    by_cost.emplace(tiles.front().cost, fits ? 1 : std::min(factor, most));
  }
  if (by_cost.empty()) return 2; // make() says why there is no epoch
  automatic_ = by_cost.begin()->second;
  MPI_Bcast(&automatic_, 1, MPI_INT, 0, session_.communicator());
  if (automatic_ == 1) spdlog::info("no epochs: the data that they would use fit into the caches");
  return automatic_;
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

EpochPart Epochs::part() const {
  EpochPart part{.owned = environment_.run->decomposition->owned(rank_)};
  for (int axis = 0; axis < 3; ++axis) {
    part.lower[axis] = environment_.stored.lower[axis] < part.owned.lower[axis];
    part.upper[axis] = environment_.stored.upper[axis] > part.owned.upper[axis];
  }
  return part;
}

EpochTileDemand Epochs::demand() const {
  const int threads = environment_.host != nullptr ? environment_.host->members() : 1;
  const TileWish wish = tile_wish(parameters_, threads);
  return {part().owned, environment_.run->domain->dimension(), wish.shape, wish.cache_bytes, threads};
}

Epochs::Choice& Epochs::choice(const RunEpoch& made) {
  const auto known = choices_.find(made.key());
  if (known != choices_.end()) return known->second;
  std::vector<EpochTile> tiles = choose_epoch_tiles(unrolled(made.epoch), demand());
  const Trial trial(static_cast<int>(tiles.size()), calls_of_each);
  Choice& choice = choices_.emplace(made.key(), Choice{std::move(tiles), trial}).first->second;
  if (trial.is_over()) spdlog::info("epochs: {}", choice.tiles.front().text);
  return choice;
}

TiledEpoch& Epochs::tiled(const RunEpoch& made, int way, const EpochTile& tile) {
  std::unique_ptr<TiledEpoch>& known =
      tiled_[fmt::format("{} {} {} {}", made.key(), made.epoch.iterations, made.epoch.keeps_oldest, way)];
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
  const Domain& domain = *environment_.run->domain;
  Box interior = environment_.stored;
  for (int axis = 0; axis < 3; ++axis)
    if (!domain.periodic(axis)) {
      interior.lower[axis] = std::max(interior.lower[axis], domain.interior().lower[axis]);
      interior.upper[axis] = std::min(interior.upper[axis], domain.interior().upper[axis]);
    }
  known = std::make_unique<TiledEpoch>(made.epoch, std::move(calls), part(), tile.shape, environment_.stored, interior);
  return *known;
}

void Epochs::compute(const RunEpoch& made, std::span<std::byte* const> arrays) {
  const Routine& first = *made.routines.front();
  const TimelineScope scope(
      environment_.timeline, SpanKind::kernel,
      environment_.timeline == nullptr ? std::string() : fmt::format("epoch of {} iterations", made.epoch.iterations));
  std::vector<KernelClock> clocks;
  for (const Step& step : made.steps.steps)
    if (step.kind == StepKind::begin_iteration) clocks.push_back(step.clock);
  Choice& choice = this->choice(made);
  const int way = choice.trial.next();
  TiledEpoch& epoch = tiled(made, way, choice.tiles[static_cast<std::size_t>(way)]);
  const auto entered = [&made](int call, int iteration) {
    call_of_thread() = {};
    if (call < 0) return;
    call_of_thread() = {made.routines[static_cast<std::size_t>(call)], made.steps.first + iteration - 1};
    // Threads that help with the only tile have no call of their own.
    current_call().routine.store(call_of_thread().routine, std::memory_order_relaxed);
    current_call().iteration.store(call_of_thread().iteration, std::memory_order_relaxed);
  };
  try {
    const CallScope running(first, false, made.steps.first);
    const auto start = std::chrono::steady_clock::now();
    epoch.run({&storage_, {}, environment_.kernel_version, environment_.host}, clocks, arrays, entered);
    if (!choice.trial.is_over() && made.epoch.iterations == largest_)
      add(choice, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), largest_);
  } catch (const EpochFailure& failure) {
    const Routine& routine = *made.routines[static_cast<std::size_t>(failure.call)];
    throw Error(fmt::format("{} ({}, iteration {}): {}", routine.full_name(), routine.bin,
                            made.steps.first + failure.iteration - 1, failure_text(failure.cause)));
  }
}

/// A trial compares epochs of the same number of iterations.
void Epochs::add(Choice& choice, double seconds, int iterations) {
  Trial& trial = choice.trial;
  trial.add(seconds);
  if (!trial.is_over()) return;
  std::string others;
  for (int way = 0; way < trial.n_ways(); ++way)
    if (way != trial.next())
      others += fmt::format("{}{} {:.3g} s", others.empty() ? "" : ", ",
                            choice.tiles[static_cast<std::size_t>(way)].text, trial.best(way));
  spdlog::info("epochs: {}: {:.3g} s an epoch of {} iterations; {}",
               choice.tiles[static_cast<std::size_t>(trial.next())].text, trial.best(trial.next()), iterations, others);
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

/// Says each thing once.
void Epochs::tell(const RunEpoch& made) {
  if (made.steps.iterations < 2) {
    if (!made.steps.end.empty() && told_.insert(made.steps.end).second)
      spdlog::info("no epoch at iteration {}, because of {}", made.steps.first, made.steps.end);
  } else if (told_.insert(std::to_string(made.steps.iterations)).second) {
    spdlog::info("epochs of {} iterations{}", made.steps.iterations,
                 made.steps.end.empty() ? "" : fmt::format(", ended by {}", made.steps.end));
  }
}

} // namespace nopal
