#include "core/launch/tiled_epoch.hpp"

#include "core/tiles/tile_queue.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Returns the points that each stage computes: those of its call that belong to the process, and those in its ghost
/// zones that later stages need.
std::vector<std::vector<LaunchBox>> launch_boxes_of(const Epoch& epoch, const std::vector<TiledCall>& calls,
                                                    const EpochPart& part) {
  const DeepGhosts ghosts = deep_ghosts(unrolled(epoch));
  std::vector<std::vector<LaunchBox>> stages;
  for (std::size_t s = 0; s < ghosts.stages.size(); ++s) {
    const Box points = points_of(part, ghosts.stages[s]);
    std::vector<LaunchBox>& all = stages.emplace_back();
    for (LaunchBox box : calls[s % calls.size()].boxes) {
      box.box = intersection(box.box, points);
      if (!box.box.empty()) all.push_back(box);
    }
  }
  return stages;
}

SkewedTiles tiles_of(const Epoch& epoch, const std::vector<std::vector<LaunchBox>>& boxes, const Index& shape) {
  std::vector<std::vector<Box>> plain;
  for (const std::vector<LaunchBox>& stage : boxes) {
    std::vector<Box>& all = plain.emplace_back();
    for (const LaunchBox& box : stage) all.push_back(box.box);
  }
  return {plain, skews_of(unrolled(epoch), shape), shape};
}

} // namespace

TiledEpoch::TiledEpoch(const Epoch& epoch, std::vector<TiledCall> calls, const EpochPart& part, const Index& shape,
                       const Box& stored, const Box& interior)
    : epoch_(epoch), calls_(std::move(calls)), boxes_(launch_boxes_of(epoch_, calls_, part)),
      tiles_(tiles_of(epoch_, boxes_, shape)), stored_(stored), interior_(interior), points_(0),
      launches_(boxes_.size()) {
  for (const std::vector<LaunchBox>& stage : boxes_)
    for (const LaunchBox& box : stage) points_ += box.box.points();
}

void TiledEpoch::prepare(const HostRun& run, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays) {
  for (std::size_t s = 0; s < launches_.size(); ++s) {
    const TiledCall& call = calls_[s % calls_.size()];
    const std::size_t iteration = s / calls_.size();
    Launch& own = launches_[s];
    own.launch = call.kernel->launch_on_host(*run.memory, clocks[iteration]);
    // The ghosts that the epoch computes are what they are at their owner, also for the bounds-checked version.
    grid_ = *own.launch.grid;
    grid_.owned = stored_;
    grid_.interior = interior_;
    own.launch.grid = &grid_;
    const std::vector<Slot>& slots = call.kernel->fields();
    own.fields.assign(own.launch.fields, own.launch.fields + slots.size());
    for (std::size_t f = 0; f < slots.size(); ++f) {
      if (call.variables[f] < 0) continue;
      const int array = array_of(epoch_, call.variables[f], slots[f].timelevel, static_cast<int>(iteration) + 1);
      own.fields[f] = host_field(arrays[static_cast<std::size_t>(array)], run.memory->layout(slots[f].variable));
    }
    own.launch.fields = own.fields.data();
  }
}

void TiledEpoch::run(const HostRun& run, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays,
                     const Entered& entered) {
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

void TiledEpoch::compute(long tile, const Pass& pass, std::vector<LaunchBox>& boxes) const {
  for (std::size_t s = 0; s < boxes_.size(); ++s) {
    const Box reach = tiles_.reach(tile, static_cast<int>(s));
    boxes.clear();
    for (LaunchBox box : boxes_[s]) {
      box.box = intersection(box.box, reach);
      if (!box.box.empty()) boxes.push_back(box);
    }
    if (boxes.empty()) continue;
    HostLaunch launch = launches_[s].launch;
    launch.boxes = boxes.data();
    launch.n_boxes = static_cast<long>(boxes.size());
    launch.backend = pass.backend;
    const Kernel& kernel = calls_[s % calls_.size()].kernel->kernel();
    const int iteration = static_cast<int>(s / calls_.size()) + 1;
    (*pass.entered)(call_of(s), iteration);
    try {
      (pass.version == HostVersion::plain ? kernel.plain : kernel.checked)(launch);
    } catch (...) {
      (*pass.entered)(-1, 0);
      throw EpochFailure{call_of(s), iteration, std::current_exception()};
    }
  }
  (*pass.entered)(-1, 0);
}

} // namespace nopal
