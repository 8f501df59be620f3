#include "core/launch/joined_stages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace nopal {

namespace {

/// A kernel without intervals computes all planes of a tile.
constexpr long no_plane = std::numeric_limits<long>::max() / 2;

std::size_t count(const StencilKernel& source, ArgumentKind kind) {
  return static_cast<std::size_t>(std::ranges::count(source.all_arguments(), kind, &KernelArgument::kind));
}

} // namespace

JoinedStages::JoinedStages(const StencilKernel& source, const Stencil& stencil, const Decomposition& decomposition,
                           int rank, const std::function<BoundKernel&(int)>& kernel_of, const Variables& variables)
    : source_(source), stencil_(stencil), decomposition_(decomposition), rank_(rank), variables_(variables),
      grid_(kernel_grid(decomposition.domain())), kernels_(static_cast<std::size_t>(source.n_stages), nullptr),
      routines_(static_cast<std::size_t>(source.n_stages), -1), fields_(count(source, ArgumentKind::field)),
      reals_(count(source, ArgumentKind::real)), integers_(count(source, ArgumentKind::integer)) {
  const Domain& domain = decomposition.domain();
  for (int axis = 0; axis < 3; ++axis)
    if (domain.periodic(axis)) period_[axis] = domain.points().extent(axis);
  fits_ = bind(kernel_of);
}

bool JoinedStages::bind(const std::function<BoundKernel&(int)>& kernel_of) {
  for (const StencilStage& stage : stencil_.stages)
    for (const IntervalKernel& interval : stage.kernels) {
      BoundKernel& kernel = kernel_of(interval.routine);
      const auto stages = source_.all_stages();
      const auto found = std::ranges::find(stages, &kernel.kernel(), &StageSource::kernel);
      if (found == stages.end()) continue; // it computes the boundary
      const auto number = static_cast<std::size_t>(found - stages.begin());
      kernels_[number] = &kernel;
      routines_[number] = interval.routine;
      if (!bind_kernel(number, kernel)) return false;
    }
  // The fields of a stage that the schedule leaves out have no variable.
  return std::ranges::all_of(fields_, [](Slot slot) { return slot.variable >= 0; }) && !fields_overlap();
}

bool JoinedStages::bind_kernel(std::size_t stage, const BoundKernel& kernel) {
  const int* const numbers = source_.stages[stage].arguments;
  for (std::size_t f = 0; f < kernel.fields().size(); ++f) {
    const Slot slot = kernel.fields()[f];
    // The generator knows which fields are temporaries, except where a parameter names the variable.
    if (is_temporary(slot) != (numbers[f] < 0)) return false;
    if (numbers[f] < 0) continue;
    Slot& known = fields_[static_cast<std::size_t>(numbers[f])];
    if (known.variable >= 0 && known != slot) return false;
    known = slot;
  }
  return true;
}

/// Whether a field that a stage writes is also another field. The source takes fields for different memory.
bool JoinedStages::fields_overlap() const {
  for (std::size_t a = 0; a < fields_.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (fields_[a] == fields_[b] &&
          (source_.arguments[a].access != Access::read || source_.arguments[b].access != Access::read))
        return true;
  return false;
}

int JoinedStages::number_of(int routine) const {
  const auto found = std::ranges::find(routines_, routine);
  return found == routines_.end() ? -1 : static_cast<int>(found - routines_.begin());
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
    halo = mee(halo, *computed);
    const auto first = static_cast<std::ptrdiff_t>(result.calls.size());
    for (const IntervalKernel& kernel : stage.kernels) {
      const int number = number_of(kernel.routine);
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
  result.work = {decomposition_.interior(rank_),
                 halo.value_or(Extent{}),
                 source_.n_temporaries,
                 static_cast<int>(fields_.size()),
                 decomposition_.domain().dimension(),
                 stencil_.vertical};
  return result;
}

void JoinedStages::prepare(const TileLimits& limits, std::span<const long> splitters) {
  phases_.clear();
  if (!fits_) return;
  for (const StencilPhase& phase : stencil_.phases) {
    Phase& made = phases_.emplace_back(make_phase(phase, splitters));
    if (made.calls.size() >= 2) made.tile = choose_tile(made.work, limits);
  }
}

bool JoinedStages::any() const {
  return std::ranges::any_of(phases_, [](const Phase& phase) { return phase.tile.has_value(); });
}

void JoinedStages::load(Device& device) {
  if (handle_ < 0) handle_ = device.tiled_stencils()->load_stencil(source_);
}

void JoinedStages::run(Device& device, HostMemory& memory, std::size_t phase, const KernelClock& clock) {
  for (std::size_t stage = 0; stage < kernels_.size(); ++stage) {
    if (kernels_[stage] == nullptr) continue;
    const KernelNumbers numbers = kernels_[stage]->numbers(memory);
    const int* const positions = source_.stages[stage].arguments + kernels_[stage]->fields().size();
    const std::size_t first_real = fields_.size(), first_integer = first_real + reals_.size();
    for (std::size_t n = 0; n < numbers.reals.size(); ++n)
      reals_[static_cast<std::size_t>(positions[n]) - first_real] = numbers.reals[n];
    for (std::size_t n = 0; n < numbers.integers.size(); ++n)
      integers_[static_cast<std::size_t>(positions[numbers.reals.size() + n]) - first_integer] = numbers.integers[n];
  }
  load(device);
  const Phase& its = phases_[phase];
  device.tiled_stencils()->launch_tiles(
      {handle_, fields_, reals_, integers_, its.calls, its.work.box, *its.tile, its.work.halo, period_, &grid_, clock});
}

std::string JoinedStages::tiles_text() const {
  std::vector<std::string> texts;
  for (const Phase& phase : phases_)
    if (phase.tile) texts.push_back(extents_text(*phase.tile, decomposition_.domain().dimension()));
  return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace nopal
