#include "driver/tune/tuning.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace nopal {

namespace {

/// Epochs of each way, after one that is not measured. Short ones are measured until they have taken some time.
constexpr std::size_t least_samples = 3, most_samples = 20;
constexpr double least_seconds = 1;
/// A way is given up after so many epochs in a row that were computed in another one, or are short.
constexpr int most_others = 20;
/// Ghosts may become valid in the first iterations.
constexpr int most_attempts = 3;
/// Iterations before the measurement in which stencils may still be in a trial.
constexpr int most_unsettled = 40;

} // namespace

Tuning::Tuning(TimeLoop& loop, Epochs& epochs) : loop_(loop), epochs_(epochs), order_(loop.run_order()) {
  loop_.limits.iterations = -1;
  loop_.limits.final_time = std::numeric_limits<double>::infinity();
  order_.leave_out_writing();
}

/// Collective. False: the run ends here.
bool Tuning::go_on() {
  loop_.services.forget_requests(); // nobody will call what writes
  return end_.ended_early.empty() && !loop_.ends_after(order_.iteration(), end_);
}

Tuning::Sample Tuning::advanced(const TimeLoop::Advance& done) const {
  const auto since = std::chrono::steady_clock::now();
  loop_.accelerator.finish(); // a device may still compute
  const double rest = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
  notify(loop_.observers, &RunObserver::iteration_done, order_.iteration());
  return {done.iterations, slowest(loop_.session, (done.evolution + rest) / done.iterations)};
}

bool Tuning::Turn::is_over() const {
  return others == most_others || seconds.size() == most_samples ||
         (seconds.size() >= least_samples && total >= least_seconds);
}

void Tuning::Turn::add(const Sample& sample) {
  others = 0;
  if (!std::exchange(warm, true)) return;
  seconds.push_back(sample.seconds);
  total += sample.seconds * sample.iterations;
}

/// Where output is due soon, an epoch is too short, and the next one counts. `search`: null if there are no epochs.
void Tuning::take(Turn& turn, WaySearch* search) {
  if (turn.way == 0) return turn.add(advanced(loop_.step(order_, wall_)));
  search->use(turn.way);
  do {
    const Sample sample = advanced(loop_.advance(order_, wall_, -1));
    if (epochs_.has_computed(*search) && is_typical(search->way(), sample.iterations)) return turn.add(sample);
  } while (++turn.others < most_others && go_on());
}

WaySearch* Tuning::find_ways() {
  WaySearch* found = epochs_.ways(next());
  for (int n = 1; n < most_attempts && found == nullptr && go_on(); ++n) {
    advanced(loop_.step(order_, wall_));
    found = epochs_.ways(next());
  }
  return found;
}

/// The ways take turns, because the speed of a machine may change meanwhile. Few iterations come first.
std::vector<Tuning::Turn> Tuning::measure(WaySearch* search) {
  for (int n = 0; n < most_unsettled && !epochs_.settled(next()) && go_on(); ++n) advanced(loop_.step(order_, wall_));
  std::vector<Turn> turns(search != nullptr ? search->ways().all.size() : 1);
  for (std::size_t n = 0; n < turns.size(); ++n) turns[n].way = static_cast<int>(n);
  if (search != nullptr)
    std::ranges::stable_sort(
        turns, {}, [&](const Turn& turn) { return search->ways().all[static_cast<std::size_t>(turn.way)].most; });
  spdlog::info("measuring {} way{} to compute iterations, in turns", turns.size(), turns.size() == 1 ? "" : "s");
  while (!std::ranges::all_of(turns, &Turn::is_over))
    for (Turn& turn : turns) {
      if (turn.is_over()) continue;
      if (!go_on()) return turns;
      take(turn, search);
    }
  return turns;
}

void Tuning::add_rows(TuneReport& report, const std::vector<Turn>& turns, const WaySearch* search) const {
  for (const Turn& turn : turns) {
    MeasuredWay& row = report.ways.emplace_back();
    row.way = search != nullptr ? search->ways().all[static_cast<std::size_t>(turn.way)] : no_epochs();
    if (turn.seconds.size() >= least_samples) row.seconds = turn.seconds;
  }
  if (search == nullptr) return;
  const int model = epochs_.candidates(search->ways(), report.ways.front().median()).front();
  report.model = static_cast<int>(std::ranges::find(turns, model, &Turn::way) - turns.begin());
}

/// Who asks for epochs gets the fastest of them, even if no epochs are faster.
void Tuning::keep(TuneReport& report, const std::vector<Turn>& turns, const WaySearch& search) const {
  const int best = report.fastest(search.ways().asked ? 1 : 0);
  if (best < 0) return;
  search.keep(turns[static_cast<std::size_t>(best)].way);
  report.kept = best == report.fastest();
}

TuneReport Tuning::run() {
  const Domain& domain = *loop_.run_description.domain;
  loop_.start(order_, wall_);
  TuneReport report;
  report.points = domain.points().extents();
  report.dimension = domain.dimension();
  WaySearch* const search = find_ways();
  report.limit = epochs_.limit(next(), search != nullptr ? &search->ways() : nullptr);
  const std::vector<Turn> turns = measure(search);
  add_rows(report, turns, search);
  report.ended_early = end_.ended_early;
  if (search != nullptr && report.ended_early.empty()) keep(report, turns, *search);
  loop_.accelerator.finish();
  order_.end(false);
  loop_.follow(order_, wall_, {});
  loop_.accelerator.finish();
  notify(loop_.observers, &RunObserver::run_done, false);
  return report;
}

} // namespace nopal
