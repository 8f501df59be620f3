#include "driver/setup/ghost_choice.hpp"

#include "driver/setup/epochs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nopal {

namespace {

/// More ghosts than owned points would take too much memory, unless a process stores few points.
constexpr long most_stored = 2; // times the owned points
constexpr long few_points = 1'000'000;

/// A larger width must save at least this part of the time, because it takes memory, and the model is a guess.
constexpr double least_gain = 0.05;

/// A number of iterations between two exchanges that may be chosen.
struct Candidate {
  long ghosts = 0;
  ExchangeWork work;
  double seconds = 0; ///< of an iteration, by the model
};

bool holds(const std::vector<int>& variables, int variable) {
  return std::ranges::find(variables, variable) != variables.end();
}

/// A process with neighbours on all sides, if there is one.
int middle_rank(const Decomposition& decomposition) {
  const Index& processes = decomposition.process_grid();
  return decomposition.rank({processes[0] / 2, processes[1] / 2, processes[2] / 2});
}

/// The ghosts that come from other processes. Images of the process's own points need no messages.
std::int64_t points_of_messages(const Decomposition& decomposition, int rank) {
  const Box stored = decomposition.stored(rank), owned = decomposition.owned(rank);
  Box own = stored;
  for (int axis = 0; axis < 3; ++axis)
    if (decomposition.process_grid()[axis] > 1) {
      own.lower[axis] = owned.lower[axis];
      own.upper[axis] = owned.upper[axis];
    }
  return stored.points() - own.points();
}

/// The variables whose ghosts are exchanged in the first iteration of an epoch, once for each sync.
std::vector<int> exchanged_variables(const RunEpoch& made, int& syncs) {
  std::vector<int> variables;
  int iterations = 0;
  for (const Step& step : made.steps.steps) {
    if (step.kind == StepKind::begin_iteration && ++iterations > 1) break;
    if (step.kind != StepKind::sync) continue;
    ++syncs;
    variables.insert(variables.end(), step.variables->begin(), step.variables->end());
  }
  return variables;
}

/// How many slots the exchange at the end of an epoch brings.
int slots_after(const RunEpoch& made, const StageChain& chain, const std::vector<int>& exchanged) {
  int slots = 0;
  for (int v = 0; v < static_cast<int>(made.variables.size()); ++v)
    for (int timelevel = 0; timelevel < made.epoch.timelevels[static_cast<std::size_t>(v)]; ++timelevel) {
      const int array = array_after(made.epoch, v, timelevel);
      if (writes(chain, array) && !made.epoch.is_temporary(v) && lost_timelevel(made.epoch, v) != timelevel &&
          holds(exchanged, made.variables[static_cast<std::size_t>(v)]))
        ++slots;
    }
  return slots;
}

/// What a process does in an epoch; with one iteration, in an iteration that is part of no epoch.
ExchangeWork work_of(const RunEpoch& made, const Decomposition& decomposition) {
  constexpr std::int64_t bytes = sizeof(double);
  const int rank = middle_rank(decomposition), iterations = made.epoch.iterations;
  const StageChain chain = unrolled(made.epoch);
  const DeepGhosts ghosts = deep_ghosts(chain);
  const EpochPart part = epoch_part(decomposition, rank);
  ExchangeWork work{.iterations = iterations};
  std::set<int> arrays;
  for (std::size_t s = 0; s < chain.stages.size(); ++s) {
    const Stage& stage = chain.stages[s];
    std::int64_t points = 0;
    const Box computed = points_of(part, iterations > 1 ? ghosts.stages[s] : Extent{});
    for (const Box& box : made.epoch.calls[s % made.epoch.calls.size()].boxes)
      points += intersection(box, computed).points();
    work.points += points;
    for (const StageRead& read : stage.reads) arrays.insert(read.variable);
    arrays.insert(stage.writes.begin(), stage.writes.end());
    // Memory is read before it is written, and then written.
    if (s < made.epoch.calls.size())
      work.memory_bytes += points * bytes * static_cast<std::int64_t>(stage.reads.size() + 2 * stage.writes.size());
  }
  int syncs = 0;
  const std::vector<int> exchanged = exchanged_variables(made, syncs);
  const std::int64_t slots = iterations > 1 ? slots_after(made, chain, exchanged) : std::ssize(exchanged);
  work.messages = neighbours(decomposition, rank) * (iterations > 1 ? 1 : syncs);
  work.message_bytes = points_of_messages(decomposition, rank) * slots * bytes;
  work.data_bytes = std::ssize(arrays) * decomposition.stored(rank).points() * bytes;
  return work;
}

class Choice {
public:
  explicit Choice(const RunDescription& run) : run_(run) {}

  /// Returns the iterations as they are with the least width. No epoch: there are no deep ghosts. Without epochs the
  /// stages of stencils run row by row, which is faster than the model knows.
  std::optional<Candidate> plain() const {
    RunEpoch made = maker(*run_.decomposition).make_with_any_ghosts(1, 2, run_.limits.iterations);
    if (made.steps.iterations < 2 || std::ranges::any_of(made.items, &Routine::is_stencil)) return std::nullopt;
    made.epoch.iterations = 1;
    return candidate(made, *run_.decomposition);
  }

  /// Returns what an epoch of up to `most` iterations costs; nothing if it is not possible.
  std::optional<Candidate> deep(int most) const {
    const EpochMaker narrow = maker(*run_.decomposition);
    const long width = narrow.ghosts_for(narrow.make_with_any_ghosts(1, most, run_.limits.iterations));
    if (width == 0) return std::nullopt;
    ErrorList errors; // are not told: another width is taken
    const long ghosts = std::max(width, run_.domain->spec().ghosts);
    const auto decomposition = run_.divide({ghosts, run_.domain->spec().boundary_width}, errors);
    if (!decomposition || takes_too_much_memory(*decomposition)) return std::nullopt;
    // Such ghosts are computed in several places at once.
    if (decomposition->reaches_beyond_neighbours()) return std::nullopt;
    const RunEpoch made = maker(*decomposition).make(1, most, run_.limits.iterations);
    if (made.steps.iterations < 2) return std::nullopt;
    return candidate(made, *decomposition);
  }

private:
  EpochMaker maker(const Decomposition& decomposition) const {
    return {run_.description.variables, run_.description.schedule, decomposition, kernels_of(run_)};
  }
  static Candidate candidate(const RunEpoch& made, const Decomposition& decomposition) {
    const ExchangeWork work = work_of(made, decomposition);
    return {decomposition.domain().spec().ghosts, work, seconds_an_iteration(work, ExchangeNumbers{})};
  }
  static bool takes_too_much_memory(const Decomposition& decomposition) {
    const int rank = middle_rank(decomposition);
    const long stored = decomposition.stored(rank).points();
    return stored > few_points && stored > most_stored * decomposition.owned(rank).points();
  }

  const RunDescription& run_;
};

/// Why deep ghosts are of no use to the run; empty: they may be.
std::string why_not_deep(const RunDescription& run) {
  const Parameters& parameters = run.description.parameters;
  if (!epoch_maker(run).exchanges()) return "no points are exchanged";
  if (parameters.integer("driver::blocking_factor") == 1) return "driver.blocking_factor is 1";
  const std::string& device = parameters.string("accelerator::device");
  const bool streams = parameters.string("accelerator::streaming") == "always";
  return why_no_epochs(run, device != "none" && device != "auto" && !streams);
}

} // namespace

GhostChoice choose_ghosts(const RunDescription& run) {
  const long least = run.domain->spec().ghosts;
  GhostChoice choice{.ghosts = least};
  const auto takes_least = [&](const std::string& why) {
    choice.text = fmt::format("driver.ghosts: auto takes {}, the least width: {}", least, why);
    return choice;
  };
  if (const std::string why = why_not_deep(run); !why.empty()) return takes_least(why);
  const Choice trial(run);
  const std::optional<Candidate> plain = trial.plain();
  if (!plain) return takes_least("the iterations form no epochs, or call stencils, which are faster without");
  const auto given = static_cast<int>(run.description.parameters.integer("driver::blocking_factor"));
  Candidate best = *plain;
  for (int most = 2; most <= (given > 0 ? given : largest_automatic_factor); most *= 2)
    if (const auto deep = trial.deep(most); deep && deep->seconds < (1 - least_gain) * best.seconds) best = *deep;
  const std::string numbers = fmt::format("model: {}", ExchangeNumbers{}.text());
  if (best.work.iterations == 1) return takes_least(fmt::format("deeper ones would not pay ({})", numbers));
  choice.ghosts = best.ghosts;
  choice.iterations = best.work.iterations;
  choice.text = fmt::format("driver.ghosts: auto takes {}: one exchange in {} iterations; {:.3g} ms an iteration, not "
                            "{:.3g} ms ({})",
                            best.ghosts, best.work.iterations, best.seconds * 1e3, plain->seconds * 1e3, numbers);
  return choice;
}

} // namespace nopal
