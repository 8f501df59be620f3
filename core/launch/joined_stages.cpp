#include "core/launch/joined_stages.hpp"

#include "core/grid/images.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace nopal {

namespace {

/// A kernel without intervals computes all planes of a tile.
constexpr long no_plane = std::numeric_limits<long>::max() / 2;

} // namespace

JoinedStages::JoinedStages(const StencilKernel& source, const Stencil& stencil, const Decomposition& decomposition,
                           int rank, const std::function<BoundKernel&(int)>& kernel_of, const Variables& variables)
    : binding_(source, stencil, kernel_of, variables), stencil_(stencil), decomposition_(decomposition), rank_(rank),
      variables_(variables), grid_(kernel_grid(decomposition.domain())) {
  const Domain& domain = decomposition.domain();
  for (int axis = 0; axis < 3; ++axis)
    if (domain.periodic(axis)) period_[axis] = domain.points().extent(axis);
}

JoinedStages::Phase JoinedStages::make_phase(const StencilPhase& phase, std::span<const long> splitters) const {
  Phase result;
  std::optional<Extent> halo;
  for (int s = phase.first; s < phase.last; ++s) {
    const StencilStage& stage = stencil_.stages[s];
    std::optional<Extent> computed = stencil_.computed(s);
    if (!computed) continue;
    if (stage.region != Region::interior) return {};
    for (int axis = 0; axis < 3; ++axis)
      if (!decomposition_.domain().exists(axis) || (stencil_.vertical && axis == 2))
        computed->lower[axis] = computed->upper[axis] = 0;
    // Tiles overlap at such a stage. They may compute the same temporaries, but must not write the same memory.
    if (!computed->is_zero() && !std::ranges::all_of(stage.writes, [&](Slot slot) { return is_temporary(slot); }))
      return {};
    // The generated sources know one period on each side of the grid.
    if (!is_within_one_period(decomposition_.domain(), extended(decomposition_.interior(rank_), *computed))) return {};
    halo = mee(halo, *computed);
    const auto first = static_cast<std::ptrdiff_t>(result.calls.size());
    for (const IntervalKernel& kernel : stage.kernels) {
      const int number = binding_.number_of(kernel.routine);
      if (number < 0) return {};
      TileCall call{number, {}, {}, -no_plane, no_plane};
      std::copy(computed->lower.begin(), computed->lower.end(), call.lower);
      std::copy(computed->upper.begin(), computed->upper.end(), call.upper);
      if (stage.has_intervals) {
        const VerticalRange range = range_of(kernel.interval, splitters);
        call.first = range.lower;
        call.end = range.upper;
      }
      result.calls.push_back(call);
    }
    if (stage.order == VerticalOrder::backward) std::reverse(result.calls.begin() + first, result.calls.end());
  }
  result.work = {decomposition_.interior(rank_),      halo.value_or(Extent{}),
                 binding_.source().n_temporaries,     static_cast<int>(binding_.fields().size()),
                 decomposition_.domain().dimension(), stencil_.vertical};
  return result;
}

void JoinedStages::prepare(const TileLimits& limits, std::span<const long> splitters) {
  phases_.clear();
  if (!binding_.fits()) return;
  for (const StencilPhase& phase : stencil_.phases) {
    Phase& made = phases_.emplace_back(make_phase(phase, splitters));
    if (made.calls.size() >= 2) made.tile = choose_tile(made.work, limits);
  }
}

bool JoinedStages::any() const {
  return std::ranges::any_of(phases_, [](const Phase& phase) { return phase.tile.has_value(); });
}

void JoinedStages::load(Device& device) {
  if (handle_ < 0) handle_ = device.tiled_stencils()->load_stencil(binding_.source());
}

void JoinedStages::run(Device& device, HostMemory& memory, std::size_t phase, const KernelClock& clock) {
  binding_.read_numbers(memory);
  load(device);
  const Phase& its = phases_[phase];
  device.tiled_stencils()->launch_tiles({handle_, binding_.fields(), binding_.reals(), binding_.integers(), its.calls,
                                         its.work.box, *its.tile, its.work.halo, period_, &grid_, clock});
}

std::string JoinedStages::tiles_text() const {
  std::vector<std::string> texts;
  for (const Phase& phase : phases_)
    if (phase.tile) texts.push_back(extents_text(*phase.tile, decomposition_.domain().dimension()));
  return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace nopal
