#include "core/launch/tiled_epoch.hpp"

#include "core/tiles/tile_queue.hpp"

#include <algorithm>

namespace nopal {

TiledEpoch::TiledEpoch(const StageChain& chain, std::vector<PassStage> stages, const Index& shape,
                       const PassRegions& regions)
    : stages_(std::move(stages)), tiles_(boxes_of(stages_), skews_of(chain, shape), shape), regions_(regions),
      points_(0), launches_(stages_.size()) {
  for (const PassStage& stage : stages_)
    for (const LaunchBox& box : stage.boxes) points_ += box.box.points();
}

void TiledEpoch::prepare(const HostRun& run, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays) {
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    const PassStage& stage = stages_[s];
    Launch& own = launches_[s];
    own.launch = stage.kernel->launch_on_host(*run.memory, stage.clock(clocks));
    grid_ = *own.launch.grid;
    grid_.owned = regions_.owned;
    grid_.interior = regions_.interior;
    own.launch.grid = &grid_;
    const std::vector<Slot>& slots = stage.kernel->fields();
    own.fields.assign(own.launch.fields, own.launch.fields + slots.size());
    for (std::size_t f = 0; f < slots.size(); ++f)
      if (stage.arrays[f] >= 0)
        own.fields[f] =
            host_field(arrays[static_cast<std::size_t>(stage.arrays[f])], run.memory->layout(slots[f].variable));
    own.launch.fields = own.fields.data();
  }
}

void TiledEpoch::run(const HostRun& run, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays,
                     const PassEntered& entered) {
  prepare(run, clocks, arrays);
  if (tiles_.n_tiles() == 1) {
    std::vector<LaunchBox> boxes;
    return compute(0, {run.version, run.backend, &entered}, boxes);
  }
  TileQueue queue(tiles_.along_axes());
  const auto work = [&](int, long first, long end) {
    // Each part takes tiles until none is left, so one part does the work of all if a member begins no part.
    for (long part = first; part < end; ++part) {
      std::vector<LaunchBox> boxes;
      try {
        for (std::optional<long> tile = queue.next(); tile; tile = queue.next(tile))
          compute(*tile, {run.version, nullptr, &entered}, boxes);
      } catch (...) {
        queue.cancel();
        throw;
      }
    }
  };
  const int members = run.members(points_);
  run.share(members, members, std::ref(work)); // by reference: a copy could need an allocation
}

std::vector<TiledEpoch::Turn> TiledEpoch::order(std::size_t most) const {
  std::vector<Turn> turns;
  std::vector<LaunchBox> boxes;
  std::size_t n_boxes = 0;
  for (long tile = 0; tile < tiles_.n_tiles(); ++tile)
    for (std::size_t s = 0; s < stages_.size(); ++s) {
      parts_of(stages_[s], tiles_.reach(tile, static_cast<int>(s)), boxes);
      if (boxes.empty()) continue;
      n_boxes += boxes.size();
      if (n_boxes > most) return {};
      Turn& turn = turns.emplace_back(Turn{tile, stages_[s].call, stages_[s].iteration});
      for (const LaunchBox& box : boxes) turn.boxes.push_back(box.box);
    }
  return turns;
}

void TiledEpoch::compute(long tile, const Pass& pass, std::vector<LaunchBox>& boxes) const {
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    const PassStage& stage = stages_[s];
    parts_of(stage, tiles_.reach(tile, static_cast<int>(s)), boxes);
    if (boxes.empty()) continue;
    HostLaunch launch = launches_[s].launch;
    launch.boxes = boxes.data();
    launch.n_boxes = static_cast<long>(boxes.size());
    launch.backend = pass.backend;
    const Kernel& kernel = stage.kernel->kernel();
    (*pass.entered)(stage.call, stage.iteration);
    try {
      (pass.version == HostVersion::plain ? kernel.plain : kernel.checked)(launch);
    } catch (...) {
      (*pass.entered)(-1, 0);
      throw PassFailure{stage.call, stage.iteration, std::current_exception()};
    }
  }
  (*pass.entered)(-1, 0);
}

} // namespace nopal
