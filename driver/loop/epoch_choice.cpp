#include "driver/loop/epoch_choice.hpp"

#include "driver/setup/epochs.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace nopal {

namespace {

/// Requests to end the run wait for the end of an epoch. If nopal chooses the number of iterations, an epoch should not
/// take longer than this.
constexpr double longest_epoch = 10; // seconds
/// Epochs of each tile shape in a trial. They are long, so there are fewer than calls of a stencil.
constexpr int calls_of_each = 2;

} // namespace

EpochChoice::EpochChoice(const RunDescription& run, const Session& session, const EpochMaker& maker,
                         const Validity& validity, int threads)
    : session_(session), parameters_(run.description.parameters), maker_(maker), validity_(validity),
      deep_(run.ghosts.iterations), demand_(tile_demand(run, session.rank(), threads)) {}

/// Every rank must take the same number. The second iteration shows how long one takes; the first one also touches
/// memory for the first time.
int EpochChoice::factor(std::int64_t first) {
  const auto given = static_cast<int>(parameters_.integer("driver::blocking_factor"));
  if (given > 0) return given;
  if (deep_ > 1) return deep_;
  if (automatic_ > 0) return automatic_;
  const auto now = std::chrono::steady_clock::now();
  if (n_plain_ == 2) seconds_ = std::chrono::duration<double>(now - since_).count();
  since_ = now;
  if (++n_plain_ <= 2) return 1;
  const int most = std::max(2, static_cast<int>(std::min(longest_epoch / seconds_, 1e6)));
  std::map<double, int> by_cost;
  for (int factor = largest_automatic_factor; factor > 1; factor /= 2) {
    const RunEpoch made = maker_.make(first, factor, -1, &validity_);
    if (made.steps.iterations < 2) continue;
    const std::vector<EpochTile> tiles = choose_epoch_tiles(unrolled(made.epoch), demand_);
    const auto whole = std::ranges::find(tiles, Index{0, 0, 0}, &EpochTile::shape);
    const bool fits =
        whole != tiles.end() && whole->bytes <= demand_.cache_bytes * static_cast<std::size_t>(demand_.threads);
    by_cost.emplace(tiles.front().cost, fits ? 1 : std::min(factor, most));
  }
  if (by_cost.empty()) return 2; // make() says why there is no epoch
  automatic_ = by_cost.begin()->second;
  MPI_Bcast(&automatic_, 1, MPI_INT, 0, session_.communicator());
  if (automatic_ == 1) spdlog::info("no epochs: the data that they would use fit into the caches");
  return automatic_;
}

EpochChoice::Trials& EpochChoice::trials(const RunEpoch& made) {
  const auto known = trials_.find(made.key());
  if (known != trials_.end()) return known->second;
  std::vector<EpochTile> tiles = choose_epoch_tiles(unrolled(made.epoch), demand_);
  const Trial trial(static_cast<int>(tiles.size()), calls_of_each);
  Trials& trials = trials_.emplace(made.key(), Trials{std::move(tiles), trial, 0}).first->second;
  if (trial.is_over()) spdlog::info("epochs: {}", trials.tiles.front().text);
  return trials;
}

const Index& EpochChoice::tile(const RunEpoch& made) {
  const Trials& trials = this->trials(made);
  return trials.tiles[static_cast<std::size_t>(trials.trial.next())].shape;
}

// A trial compares epochs of the same number of iterations.
void EpochChoice::took(const RunEpoch& made, double seconds) {
  Trials& trials = this->trials(made);
  Trial& trial = trials.trial;
  trials.largest = std::max(trials.largest, made.epoch.iterations);
  if (trial.is_over() || made.epoch.iterations < trials.largest) return;
  trial.add(seconds);
  if (!trial.is_over()) return;
  std::string others;
  for (int way = 0; way < trial.n_ways(); ++way)
    if (way != trial.next())
      others += fmt::format("{}{} {:.3g} s", others.empty() ? "" : ", ",
                            trials.tiles[static_cast<std::size_t>(way)].text, trial.best(way));
  spdlog::info("epochs: {}: {:.3g} s an epoch of {} iterations; {}",
               trials.tiles[static_cast<std::size_t>(trial.next())].text, trial.best(trial.next()), trials.largest,
               others);
}

} // namespace nopal
