#include "core/launch/tiled_phase.hpp"

#include "core/launch/past_caches.hpp"

#include <algorithm>
#include <cstdint>

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

template <class Visit> void each_row(const Box& points, const Visit& visit) {
  for (long k = points.lower[2]; k < points.upper[2]; ++k)
    for (long j = points.lower[1]; j < points.upper[1]; ++j) visit(j, k);
}

double* row_of(const HostField& field, const Box& points, long j, long k) {
  return static_cast<double*>(field.origin) + points.lower[0] + j * field.stride[1] + k * field.stride[2];
}

} // namespace

TileDemand tile_demand(const StencilPhase& phase, const std::vector<std::optional<Extent>>& computed,
                       const Box& interior, int dimension, int axis) {
  const Skews skews = find_skews(phase.chain, computed, std::max(axis, 0));
  TileDemand demand{.interior = interior,
                    .dimension = dimension,
                    .axis = axis,
                    .temporaries = tile_temporaries(phase.chain, computed, skews),
                    .computed = {},
                    .stored_fields = stored_fields(phase, computed)};
  for (const std::optional<Extent>& extent : computed)
    if (extent) demand.computed.push_back(*extent);
  return demand;
}

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
  for (const TileTemporary& each : needs) temporaries_.push_back(phase.slots[static_cast<std::size_t>(each.variable)]);
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
      const auto temporary = std::find(temporaries_.begin(), temporaries_.end(), slots[f]);
      if (temporary != temporaries_.end() && is_output_yet(each, slots[f]))
        found.emplace_back(f, static_cast<int>(temporary - temporaries_.begin()));
    }
  }
}

/// Whether the field is a temporary for the kernel. Stages before the one that writes an output use its storage.
bool TiledPhase::is_output_yet(const TiledKernel& kernel, Slot slot) const {
  const auto output = std::ranges::find(outputs_, slot, &TileOutput::slot);
  return output == outputs_.end() || kernel.stage >= output->stage;
}

void TiledPhase::release() { workers_.clear(); }

void TiledPhase::run(const HostRun& run, const FusedRun& fused) {
  if (interior_.empty() || kernels_.empty()) return;
  const int members = run.members(interior_.points());
  prepare(run, fused, members);
  // Where tiles use results of others, each run computes some points again, so there are as few runs as threads.
  const long n_runs = order_.axis() == TileOrder::no_axis ? order_.n_tiles() : members;
  const auto work = [&](int member, long first, long last) {
    run_tiles(*workers_[static_cast<std::size_t>(member)], order_.first_of(first, n_runs),
              order_.first_of(last, n_runs), run.version);
    if (!outputs_.empty()) finish_past_caches();
  };
  run.share(members, n_runs, std::ref(work)); // by reference: a copy could need an allocation
}

void TiledPhase::prepare(const HostRun& run, const FusedRun& fused, int members) {
  stored_.clear();
  for (std::size_t n = 0; n < outputs_.size(); ++n) {
    const Slot slot = outputs_[n].slot;
    const Layout& layout = run.memory->layout(slot.variable);
    const auto temporary = std::ranges::find(temporaries_, slot) - temporaries_.begin();
    stored_.push_back({host_field(run.memory->data(slot), layout), host_field(fused.outputs[n], layout),
                       static_cast<int>(temporary)});
  }
  while (static_cast<int>(workers_.size()) < members) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->buffer.take(shape_);
  }
  for (std::size_t n = 0; n < kernels_.size(); ++n) {
    const KernelClock& clock =
        fused.clocks.empty() ? run.clock : fused.clocks[static_cast<std::size_t>(kernels_[n].call)];
    const HostLaunch launch = kernels_[n].kernel->launch_on_host(*run.memory, clock);
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
      if (points.empty()) continue;
      copy_in(worker, kernels_[n].stage, points);
      launch(worker, n, points, version);
    }
    copy_out(worker, tile);
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

void TiledPhase::copy_in(Worker& worker, int stage, const Box& points) const {
  for (std::size_t n = 0; n < outputs_.size(); ++n) {
    if (outputs_[n].stage != stage || !outputs_[n].keeps) continue;
    const HostField of_tile{worker.buffer.origin(stored_[n].temporary), shape_.stride(), {}};
    each_row(points, [&](long j, long k) {
      std::copy_n(row_of(stored_[n].before, points, j, k), points.extent(0), row_of(of_tile, points, j, k));
    });
  }
}

// Nobody reads these values soon, so they go past the caches.
void TiledPhase::copy_out(Worker& worker, const Tile& tile) const {
  constexpr long line = 8;
  static const StorePast store = store_past_caches();
  for (std::size_t n = 0; n < outputs_.size(); ++n) {
    const Box points = points_of(stages_[static_cast<std::size_t>(outputs_[n].stage)], tile, order_.axis());
    const HostField of_tile{worker.buffer.origin(stored_[n].temporary), shape_.stride(), {}};
    each_row(points, [&](long j, long k) {
      double* const to = row_of(stored_[n].after, points, j, k);
      const double* const from = row_of(of_tile, points, j, k);
      const bool aligned =
          (reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) % (line * sizeof(double)) ==
          0;
      const long past = aligned && store != nullptr ? points.extent(0) / line * line : 0;
      if (past > 0) store(to, from, past);
      std::copy_n(from + past, points.extent(0) - past, to + past);
    });
  }
}

} // namespace nopal
