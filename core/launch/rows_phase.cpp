#include "core/launch/rows_phase.hpp"

#include "core/base/aligned_doubles.hpp"
#include "core/base/bytes_text.hpp"
#include "core/base/rounding.hpp"
#include "core/grid/images.hpp"
#include "core/launch/past_caches.hpp"
#include "core/stencils/skew.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

constexpr long strip = host_rows::strip;

/// Returns the library's rows of the phase whose stages are these kernels.
const StageRows* rows_of(const StencilBinding& binding, const Stencil& stencil, const StencilPhase& phase) {
  if (!binding.fits() || stencil.vertical) return nullptr;
  std::vector<int> numbers;
  for (int s = phase.first; s < phase.last; ++s) {
    const StencilStage& stage = stencil.stages[s];
    if (stage.kernels.size() != 1 || stage.has_intervals) return nullptr;
    numbers.push_back(binding.number_of(stage.kernels.front().routine));
  }
  const auto all = binding.source().all_rows();
  const auto found = std::ranges::find_if(all, [&](const StageRows& rows) {
    if (rows.n_stages != static_cast<int>(numbers.size())) return false;
    for (std::size_t s = 0; s < numbers.size(); ++s)
      if (numbers[s] != rows.first + static_cast<int>(s)) return false;
    return true;
  });
  return found == all.end() ? nullptr : &*found;
}

/// Whether the stages of this run follow the library's skews, and its rings hold all rows that they need.
bool fits(const StageRows& rows, const StencilBinding& binding, const StencilPhase& phase,
          const std::vector<std::optional<Extent>>& computed) {
  const auto windows = row_windows(phase.chain, computed, rows.all_skews());
  if (!windows) return false;
  for (std::size_t v = 0; v < windows->size(); ++v) {
    const std::optional<TileWindow>& window = (*windows)[v];
    if (!window || !phase.chain.variables[v].temporary) continue;
    const auto temporary = std::ranges::find(binding.temporaries(), phase.slots[v].variable);
    if (temporary == binding.temporaries().end() ||
        rows.rings[temporary - binding.temporaries().begin()] < window->ahead - window->behind + 1)
      return false;
  }
  // Neighbouring runs may compute the same temporaries, but must not write the same memory.
  for (std::size_t s = 0; s < computed.size(); ++s)
    if (!computed[s]->is_zero() && !std::ranges::all_of(phase.chain.stages[s].writes, [&](int variable) {
          return phase.chain.variables[static_cast<std::size_t>(variable)].temporary;
        }))
      return false;
  return true;
}

/// host_rows::coordinate() knows one period on each side of the grid.
bool finds_coordinates(const std::vector<std::optional<Extent>>& computed, const Domain& domain, const Box& interior) {
  return std::ranges::all_of(computed, [&](const std::optional<Extent>& extent) {
    return is_within_one_period(domain, extended(interior, *extent));
  });
}

} // namespace

/// One thread.
struct alignas(64) RowsPhase::Worker {
  AlignedDoubles memory;
  std::vector<double*> rings;
  std::vector<RowRange> stages; ///< two for each stage: all its points, and an empty range
  std::vector<RowRange> beside;
  RowRange strips{};
};

std::unique_ptr<JoinedPhase> RowsPhase::make(StencilBinding& binding, const Stencil& stencil, const StencilPhase& phase,
                                             const std::vector<std::optional<Extent>>& computed, const Domain& domain,
                                             const Box& interior, const JoinedWish& wish) {
  const StageRows* const rows = rows_of(binding, stencil, phase);
  if (rows == nullptr || interior.empty() || !fits(*rows, binding, phase, computed)) return nullptr;
  if (!finds_coordinates(computed, domain, interior)) return nullptr;
  return std::unique_ptr<JoinedPhase>(new RowsPhase(binding, *rows, computed, domain, interior, wish));
}

RowsPhase::RowsPhase(StencilBinding& binding, const StageRows& rows, const std::vector<std::optional<Extent>>& computed,
                     const Domain& domain, const Box& interior, const JoinedWish& wish)
    : rows_(rows), dimension_(domain.dimension()), interior_(interior), launch_(binding, domain, interior, wish) {
  for (const std::optional<Extent>& extent : computed) {
    computed_.push_back(*extent);
    before_ = std::max<long>(before_, -extent->lower[0]);
    behind_ = std::max<long>(behind_, extent->upper[0]);
  }
  before_ = round_up(before_, strip);
  choose_shape(wish);
}

RowsPhase::~RowsPhase() = default;

void RowsPhase::release() { workers_.clear(); }

// An odd number of lines: rows at a distance of 4096 bytes would share lines of the first-level cache, and a load would
// wait for a store to another row.
long RowsPhase::row_elements(long points) const {
  return (((before_ + round_up(points + behind_, strip)) / strip) | 1) * strip;
}

// Without an axis j, all rows are one row.
long RowsPhase::ring_elements(std::size_t temporary, long points) const {
  const long rows = launch_.grid().exists[1] != 0 ? rows_.rings[temporary] : std::min(rows_.rings[temporary], 1L);
  return rows == 0 ? 0 : rows * row_elements(points) + strip;
}

std::size_t RowsPhase::buffer_bytes() const {
  long elements = 0;
  for (std::size_t t = 0; t < launch_.binding().temporaries().size(); ++t) elements += ring_elements(t, shape_[0]);
  return static_cast<std::size_t>(elements) * sizeof(double);
}

std::string RowsPhase::text() const {
  return fmt::format("all stages row by row, in runs of {} points; the last rows of the temporaries take {}",
                     extents_text(shape_, dimension_), bytes_text(buffer_bytes()));
}

// Long rows are best, because each cut repeats points. Rows are cut along j only if the threads would wait otherwise.
void RowsPhase::choose_shape(const JoinedWish& wish) {
  constexpr long shortest = 8 * strip, fewest_rows = 16, runs_of_a_thread = 8;
  shape_ = {interior_.extent(0), interior_.extent(1), 1};
  while (shape_[0] > shortest && 2 * buffer_bytes() > wish.cache_bytes)
    shape_[0] = std::max(shortest, round_up(shape_[0] / 2, strip));
  const long runs = interior_.extent(2) * ((interior_.extent(0) + shape_[0] - 1) / shape_[0]);
  long parts = 1;
  while (runs * parts % wish.threads != 0 && runs * parts < runs_of_a_thread * wish.threads &&
         interior_.extent(1) >= fewest_rows * (parts + 1))
    ++parts;
  shape_[1] = (interior_.extent(1) + parts - 1) / parts;
}

void RowsPhase::run(const HostRun& run) {
  const int members = run.members(interior_.points());
  launch_.prepare(*run.memory);
  take_memory(members);
  const TileOrder order(interior_, shape_, TileOrder::no_axis);
  const auto work = [&](int member, long first, long end) {
    for (long number = first; number < end; ++number)
      compute(*workers_[static_cast<std::size_t>(member)], order.tile(number, first, end).box, run.clock);
    finish_past_caches();
  };
  run.share(members, order.n_tiles(), std::ref(work)); // by reference: a copy could need an allocation
}

void RowsPhase::take_memory(int members) {
  while (static_cast<int>(workers_.size()) < members) {
    auto worker = std::make_unique<Worker>();
    worker->memory = aligned_doubles(static_cast<long>(buffer_bytes() / sizeof(double)));
    worker->rings.resize(launch_.binding().temporaries().size());
    worker->stages.resize(2 * computed_.size());
    worker->beside.resize(2 * computed_.size());
    workers_.push_back(std::move(worker));
  }
}

RowsPhase::Steps RowsPhase::steps(const Box& run) const {
  std::optional<Steps> found;
  for (std::size_t s = 0; s < computed_.size(); ++s) {
    const long begin = run.lower[1] + computed_[s].lower[1] - rows_.skews[s];
    const long end = run.upper[1] + computed_[s].upper[1] - rows_.skews[s];
    if (!found) found = Steps{begin, end, begin, end};
    found->first = std::min(found->first, begin);
    found->last = std::max(found->last, end);
    found->all_first = std::max(found->all_first, begin);
    found->all_last = std::min(found->all_last, end);
  }
  // In step, stages would take the rows of a ring for different memory.
  if (found->all_first >= found->all_last || launch_.grid().exists[1] == 0)
    found->all_first = found->all_last = found->last;
  return *found;
}

void RowsPhase::enter(Worker& worker, const Box& run) const {
  double* ring = worker.memory.get() + before_ - run.lower[0];
  for (std::size_t t = 0; t < worker.rings.size(); ++t) {
    worker.rings[t] = ring;
    ring += ring_elements(t, run.extent(0));
  }
  worker.strips = {run.lower[0], run.lower[0] + run.extent(0) / strip * strip};
  for (std::size_t s = 0; s < computed_.size(); ++s) {
    const RowRange stage{run.lower[0] + computed_[s].lower[0], run.upper[0] + computed_[s].upper[0]};
    worker.stages[2 * s] = stage;
    while (worker.strips.lower < std::min(stage.lower, worker.strips.upper)) worker.strips.lower += strip;
    while (worker.strips.upper > std::max(stage.upper, worker.strips.lower)) worker.strips.upper -= strip;
  }
  // If there are no strips, a stage may lie on one side of their place.
  for (std::size_t s = 0; s < computed_.size(); ++s) {
    const RowRange& stage = worker.stages[2 * s];
    worker.beside[2 * s] = {stage.lower, std::min(worker.strips.lower, stage.upper)};
    worker.beside[2 * s + 1] = {std::max(worker.strips.upper, stage.lower), stage.upper};
  }
}

void RowsPhase::compute(Worker& worker, const Box& run, const KernelClock& clock) const {
  enter(worker, run);
  const RowLaunch launch{launch_.arguments(clock),
                         worker.rings.data(),
                         launch_.grid().exists[1] != 0 ? row_elements(run.extent(0)) : 0,
                         run.lower[2],
                         worker.strips,
                         worker.beside.data(),
                         launch_.past_caches(run.lower[0])};
  const auto stage_by_stage = [&](long first, long last) {
    for (long row = first; row < last; ++row)
      for (std::size_t s = 0; s < computed_.size(); ++s) {
        const long j = row + rows_.skews[s];
        if (j >= run.lower[1] + computed_[s].lower[1] && j < run.upper[1] + computed_[s].upper[1])
          rows_.part(launch, row, static_cast<int>(s), static_cast<int>(s) + 1, &worker.stages[2 * s]);
      }
  };
  const Steps steps = this->steps(run);
  stage_by_stage(steps.first, steps.all_first);
  rows_.in_step(launch, steps.all_first, steps.all_last);
  stage_by_stage(steps.all_last, steps.last);
}

} // namespace nopal
