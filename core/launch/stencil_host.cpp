#include "core/launch/stencil_host.hpp"

#include "core/launch/columns_phase.hpp"
#include "core/launch/rows_phase.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Returns how many slots with storage the stages use that run.
int stored_fields(const StencilPhase& phase, const std::vector<std::optional<Extent>>& computed) {
  std::vector<char> used(phase.slots.size(), 0);
  for (std::size_t s = 0; s < computed.size(); ++s) {
    if (!computed[s]) continue;
    for (const StageRead& read : phase.chain.stages[s].reads) used[static_cast<std::size_t>(read.variable)] = 1;
    for (const int variable : phase.chain.stages[s].writes) used[static_cast<std::size_t>(variable)] = 1;
  }
  int count = 0;
  for (std::size_t v = 0; v < used.size(); ++v) count += used[v] != 0 && !phase.chain.variables[v].temporary ? 1 : 0;
  return count;
}

} // namespace

HostStencil::HostStencil(const Stencil& stencil, const Decomposition& decomposition, int rank,
                         const std::function<BoundKernel&(int)>& kernel_of, std::span<const long> splitters,
                         const TileWish& tile)
    : stencil_(stencil), domain_(decomposition.domain()), interior_(decomposition.interior(rank)),
      kernel_of_(kernel_of), tile_(tile), boundary_(launch_boxes(decomposition, rank, Region::boundary)) {
  for (const StencilPhase& phase : stencil.phases) {
    if (stage(phase.first).region == Region::interior) {
      phases_.push_back(tiled_phase(phase));
      continue;
    }
    Phase& on_boundary = phases_.emplace_back();
    for (int s = phase.first; s < phase.last; ++s)
      for (const IntervalKernel& each : stage(s).kernels) on_boundary.boundary.push_back(&kernel_of(each.routine));
  }
  set_splitters(splitters);
}

HostStencil::Phase HostStencil::tiled_phase(const StencilPhase& phase) const {
  const std::vector<std::optional<Extent>> computed = this->computed(phase);
  const int axis = run_axis(computed, domain_.dimension());
  const Skews skews = find_skews(phase.chain, computed, std::max(axis, 0));
  TileDemand demand{.interior = interior_,
                    .dimension = domain_.dimension(),
                    .whole_columns = stencil_.vertical,
                    .axis = axis,
                    .temporaries = tile_temporaries(phase.chain, computed, skews),
                    .computed = {},
                    .stored_fields = stored_fields(phase, computed)};
  for (const std::optional<Extent>& extent : computed)
    if (extent) demand.computed.push_back(*extent);
  const TileChoice choice = choose_tile(demand, tile_);
  Phase result;
  result.text = choice.text;
  result.tiled.emplace(phase, computed, domain_, Tiling{interior_, choice.shape, axis});
  return result;
}

void HostStencil::join(const StencilKernel& source, const Variables& variables, std::span<const long> splitters) {
  if (tile_.shape != Index{0, 0, 0}) return;
  binding_ = std::make_unique<StencilBinding>(source, stencil_, kernel_of_, variables);
  const JoinedWish wish{tile_.cache_bytes, tile_.threads};
  const auto make = stencil_.vertical ? &ColumnsPhase::make : &RowsPhase::make;
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    const StencilPhase& phase = stencil_.phases[p];
    if (phases_[p].tiled)
      phases_[p].joined = make(*binding_, stencil_, phase, computed(phase), domain_, interior_, wish);
    if (phases_[p].joined) phases_[p].joined->set_splitters(splitters);
  }
}

// Along an axis that the grid does not have, all points are one point.
std::vector<std::optional<Extent>> HostStencil::computed(const StencilPhase& phase) const {
  std::vector<std::optional<Extent>> all;
  for (int s = phase.first; s < phase.last; ++s) {
    std::optional<Extent>& extent = all.emplace_back(stencil_.computed(s));
    for (int axis = 0; axis < 3 && extent; ++axis)
      if (!domain_.exists(axis) || (axis == 2 && stencil_.vertical)) extent->lower[axis] = extent->upper[axis] = 0;
  }
  return all;
}

std::vector<TiledKernel> HostStencil::tiled_kernels(const StencilPhase& phase, std::span<const long> splitters) const {
  std::vector<TiledKernel> all;
  for (int s = phase.first; s < phase.last; ++s) {
    if (!stencil_.computed(s)) continue;
    const auto first = static_cast<std::ptrdiff_t>(all.size());
    for (const IntervalKernel& each : stage(s).kernels) {
      all.push_back({s - phase.first, &kernel_of_(each.routine), std::nullopt});
      if (stage(s).has_intervals) all.back().range = range_of(each.interval, splitters);
    }
    if (stage(s).order == VerticalOrder::backward) std::reverse(all.begin() + first, all.end());
  }
  return all;
}

void HostStencil::set_splitters(std::span<const long> splitters) {
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    if (phases_[p].tiled) phases_[p].tiled->set_kernels(tiled_kernels(stencil_.phases[p], splitters));
    if (phases_[p].joined) phases_[p].joined->set_splitters(splitters);
  }
}

void HostStencil::set_poison(const std::function<std::uint64_t(int variable)>& bits_of) {
  for (Phase& phase : phases_) {
    if (!phase.tiled) continue;
    phase.joined.reset(); // only tiles have poison
    std::vector<std::uint64_t> bits;
    for (const int temporary : phase.tiled->temporaries()) bits.push_back(bits_of(temporary));
    phase.tiled->set_poison(std::move(bits));
  }
}

void HostStencil::run(HostMemory& memory, const KernelClock& clock, HostVersion version, HostBackend* backend) {
  for (Phase& phase : phases_) {
    const HostRun run{&memory, clock, version, backend};
    if (phase.joined && version == HostVersion::plain)
      phase.joined->run(run);
    else if (phase.tiled)
      phase.tiled->run(run);
    for (BoundKernel* kernel : phase.boundary) kernel->run_on_host(memory, boundary_, clock, version, backend);
  }
}

std::size_t HostStencil::buffer_bytes() const {
  std::size_t bytes = 0;
  for (const Phase& phase : phases_)
    if (phase.tiled) bytes += phase.joined ? phase.joined->buffer_bytes() : phase.tiled->buffer_bytes();
  return bytes;
}

std::vector<std::string> HostStencil::tile_texts() const {
  std::vector<std::string> texts;
  for (const Phase& phase : phases_)
    if (phase.tiled) texts.push_back(phase.joined ? phase.joined->text() : phase.text);
  return texts;
}

} // namespace nopal
