#include "core/launch/tiled_phase.hpp"

#include <algorithm>

namespace nopal {

/// A launch of one kernel by one thread.
struct TiledPhase::Launch {
  HostLaunch launch;
  std::vector<HostField> fields;
};

/// One thread. Each lies on cache lines of its own.
struct alignas(64) TiledPhase::Worker {
  TemporaryBuffer buffer;
  std::vector<Launch> launches; ///< by kernel
  std::vector<LaunchBox> boxes; ///< scratch: of a launch
};

TiledPhase::TiledPhase(const StencilPhase& phase, const std::vector<std::optional<Extent>>& computed,
                       const Domain& domain, const Tiling& tiling)
    : domain_(domain), interior_(tiling.interior), order_(tiling.interior, tiling.shape, tiling.axis) {
  const Skews skews = find_skews(phase.chain, computed, std::max(tiling.axis, 0));
  for (std::size_t s = 0; s < computed.size(); ++s)
    stages_.push_back({computed[s].value_or(Extent{}), skews.stages[s]});
  const std::vector<TileTemporary> needs = tile_temporaries(phase.chain, computed, skews);
  for (const TileTemporary& each : needs)
    temporaries_.push_back(phase.slots[static_cast<std::size_t>(each.variable)].variable);
  shape_ = TemporaryShape(tiling.shape, needs, tiling.axis, domain.dimension());
}

TiledPhase::~TiledPhase() = default;
TiledPhase::TiledPhase(TiledPhase&&) noexcept = default;

void TiledPhase::set_kernels(std::vector<TiledKernel> kernels) {
  kernels_ = std::move(kernels);
  fields_.clear();
  for (const TiledKernel& each : kernels_) {
    TemporaryFields& found = fields_.emplace_back();
    const std::vector<Slot>& slots = each.kernel->fields();
    for (std::size_t f = 0; f < slots.size(); ++f) {
      const auto temporary = std::find(temporaries_.begin(), temporaries_.end(), slots[f].variable);
      if (temporary != temporaries_.end()) found.emplace_back(f, static_cast<int>(temporary - temporaries_.begin()));
    }
  }
}

void TiledPhase::release() { workers_.clear(); }

void TiledPhase::run(const HostRun& run) {
  if (interior_.empty() || kernels_.empty()) return;
  const int members = run.members(interior_.points());
  prepare(run, members);
  // Where tiles use results of others, each run computes some points again, so there are as few runs as threads.
  const long n_runs = order_.axis() == TileOrder::no_axis ? order_.n_tiles() : members;
  const auto work = [&](int member, long first, long last) {
    run_tiles(*workers_[static_cast<std::size_t>(member)], order_.first_of(first, n_runs),
              order_.first_of(last, n_runs), run.version);
  };
  run.share(members, n_runs, std::ref(work)); // by reference: a copy could need an allocation
}

void TiledPhase::prepare(const HostRun& run, int members) {
  while (static_cast<int>(workers_.size()) < members) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->buffer.take(shape_);
  }
  for (std::size_t n = 0; n < kernels_.size(); ++n) {
    const HostLaunch launch = kernels_[n].kernel->launch_on_host(*run.memory, run.clock);
    const std::size_t n_fields = kernels_[n].kernel->fields().size();
    for (const auto& worker : workers_) {
      worker->launches.resize(kernels_.size());
      Launch& own = worker->launches[n];
      own.fields.assign(launch.fields, launch.fields + n_fields);
      own.launch = launch;
      own.launch.fields = own.fields.data();
      for (const auto& [field, temporary] : fields_[n]) own.fields[field].stride = shape_.stride();
    }
  }
}

void TiledPhase::run_tiles(Worker& worker, long first, long end, HostVersion version) const {
  for (long number = first; number < end; ++number) {
    const Tile tile = order_.tile(number, first, end);
    enter(worker, tile);
    for (std::size_t n = 0; n < kernels_.size(); ++n) {
      Box points = points_of(stages_[static_cast<std::size_t>(kernels_[n].stage)], tile, order_.axis());
      if (const std::optional<VerticalRange>& range = kernels_[n].range) {
        points.lower[2] = std::max(points.lower[2], range->lower);
        points.upper[2] = std::min(points.upper[2], range->upper);
      }
      if (!points.empty()) launch(worker, n, points, version);
    }
  }
}

void TiledPhase::enter(Worker& worker, const Tile& tile) const {
  worker.buffer.enter(tile);
  for (std::size_t t = 0; t < poison_.size(); ++t) worker.buffer.fill_unwritten(static_cast<int>(t), tile, poison_[t]);
  for (std::size_t n = 0; n < kernels_.size(); ++n)
    for (const auto& [field, temporary] : fields_[n]) {
      worker.launches[n].fields[field].origin = worker.buffer.origin(temporary);
      worker.launches[n].fields[field].stored = shape_.held(temporary, tile);
    }
}

void TiledPhase::launch(Worker& worker, std::size_t number, const Box& points, HostVersion version) const {
  HostLaunch& launch = worker.launches[number].launch;
  interior_boxes(domain_, points, worker.boxes);
  launch.boxes = worker.boxes.data();
  launch.n_boxes = static_cast<long>(worker.boxes.size());
  const Kernel& kernel = kernels_[number].kernel->kernel();
  (version == HostVersion::plain ? kernel.plain : kernel.checked)(launch);
}

} // namespace nopal
