#include "core/launch/stencil_host.hpp"

#include "core/launch/columns_phase.hpp"
#include "core/launch/rows_phase.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace nopal {

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
  TileDemand demand =
      tile_demand(phase, computed, interior_, domain_.dimension(), run_axis(computed, domain_.dimension()));
  demand.whole_columns = stencil_.vertical;
  Phase result;
  for (const TileChoice& choice : choose_tiles(demand, tile_))
    result.tiles.push_back(
        {TiledPhase(phase, computed, domain_, Tiling{interior_, choice.shape, demand.axis}), choice.text});
  return result;
}

void HostStencil::join(const StencilKernel& source, const Variables& variables, std::span<const long> splitters) {
  if (tile_.shape != Index{0, 0, 0}) return;
  binding_ = std::make_unique<StencilBinding>(source, stencil_, kernel_of_, variables);
  const JoinedWish wish{tile_.cache_bytes, tile_.threads};
  const auto make = stencil_.vertical ? &ColumnsPhase::make : &RowsPhase::make;
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    const StencilPhase& phase = stencil_.phases[p];
    if (!phases_[p].tiles.empty())
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
    for (Tiles& tiles : phases_[p].tiles) tiles.phase.set_kernels(tiled_kernels(stencil_.phases[p], splitters));
    if (phases_[p].joined) phases_[p].joined->set_splitters(splitters);
  }
}

void HostStencil::set_poison(const std::function<std::uint64_t(int variable)>& bits_of) {
  poisoned_ = true;
  trial_.decide(0);
  for (Phase& phase : phases_) {
    phase.joined.reset(); // only tiles have poison
    for (Tiles& tiles : phase.tiles) {
      std::vector<std::uint64_t> bits;
      for (const Slot temporary : tiles.phase.temporaries()) bits.push_back(bits_of(temporary.variable));
      tiles.phase.set_poison(std::move(bits));
    }
  }
}

int HostStencil::n_ways() const {
  int most = 1;
  for (const Phase& phase : phases_) most = std::max(most, phase.joined ? 2 : static_cast<int>(phase.tiles.size()));
  return most;
}

void HostStencil::choose(std::optional<int> way, std::function<void(const Trial&)> found) {
  trial_ = Trial(n_ways());
  if (way) trial_.decide(*way);
  if (poisoned_) trial_.decide(0);
  found_ = std::move(found);
}

void HostStencil::run(HostMemory& memory, const KernelClock& clock, HostVersion version, HostBackend* backend) {
  const HostRun run{&memory, clock, version, backend};
  if (version != HostVersion::plain || trial_.is_over()) return run_phases(run, trial_.next());
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  run_phases(run, trial_.next());
  trial_.add(std::chrono::duration<double>(Clock::now() - begin).count());
  if (!trial_.is_over()) return;
  release_other_ways();
  if (found_) found_(trial_);
}

void HostStencil::run_phases(const HostRun& run, int way) {
  for (Phase& phase : phases_) {
    if (phase.is_joined(way) && run.version == HostVersion::plain)
      phase.joined->run(run);
    else if (!phase.tiles.empty())
      phase.tiles[phase.tile(way)].phase.run(run);
    for (BoundKernel* kernel : phase.boundary)
      kernel->run_on_host(*run.memory, boundary_, run.clock, run.version, run.backend);
  }
}

void HostStencil::release_other_ways() {
  const int way = trial_.next();
  for (Phase& phase : phases_) {
    if (phase.joined && !phase.is_joined(way)) phase.joined->release();
    for (std::size_t t = 0; t < phase.tiles.size(); ++t)
      if (phase.is_joined(way) || t != phase.tile(way)) phase.tiles[t].phase.release();
  }
}

std::size_t HostStencil::buffer_bytes() const {
  const int first = trial_.is_over() ? trial_.next() : 0, end = trial_.is_over() ? first + 1 : n_ways();
  std::size_t bytes = 0;
  for (const Phase& phase : phases_) {
    std::vector<char> counted(phase.tiles.size(), 0); // a phase may run in several ways with the same tiles
    for (int way = first; way < end && !phase.tiles.empty(); ++way) {
      const std::size_t tile = phase.tile(way);
      if (phase.is_joined(way))
        bytes += phase.joined->buffer_bytes();
      else if (!std::exchange(counted[tile], 1))
        bytes += phase.tiles[tile].phase.buffer_bytes();
    }
  }
  return bytes;
}

std::string HostStencil::text(int way) const {
  std::vector<std::string> texts;
  for (const Phase& phase : phases_)
    if (!phase.tiles.empty())
      texts.push_back(phase.is_joined(way) ? phase.joined->text() : phase.tiles[phase.tile(way)].text);
  return fmt::format("{}", fmt::join(texts, "; "));
}

} // namespace nopal
