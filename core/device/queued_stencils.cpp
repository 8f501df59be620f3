// QueuedDevice: stencils that run tile by tile.

#include "core/base/assert.hpp"
#include "core/device/queued_device.hpp"

#include <algorithm>
#include <bit>

namespace nopal {

namespace {

/// Groups of a CPU for each worker, so that a worker that was held up computes fewer tiles.
constexpr long groups_per_worker = 4;

/// Half of the memory that a CPU reports for a group is about half of its second cache.
constexpr std::size_t least_bytes = std::size_t{64} << 10, most_bytes = std::size_t{1} << 20;

template <class Member> void copy_to(long (&to)[3], const Member& from) { std::copy(from.begin(), from.end(), to); }

TileConstants tile_constants(const TiledLaunch& launch, const TileScratch& scratch) {
  const LaunchConstants common = launch_constants(*launch.grid, launch.clock, {});
  TileConstants constants{};
  std::copy(std::begin(common.lower), std::end(common.lower), constants.lower);
  std::copy(std::begin(common.centre), std::end(common.centre), constants.centre);
  std::copy(std::begin(common.spacing), std::end(common.spacing), constants.spacing);
  constants.time = common.time;
  constants.dt = common.dt;
  constants.iteration = common.iteration;
  constants.dimension = common.dimension;
  copy_to(constants.period, launch.period);
  copy_to(constants.first, launch.box.lower);
  copy_to(constants.end, launch.box.upper);
  copy_to(constants.shape, launch.tile);
  const Index tiles = blocks_over(launch.box, launch.tile);
  constants.n_1 = tiles[0];
  constants.n_2 = tiles[1];
  constants.n_tiles = tiles[0] * tiles[1] * tiles[2];
  constants.n_calls = static_cast<long>(launch.calls.size());
  constants.stride_j = scratch.stride_j;
  constants.stride_k = scratch.stride_k;
  constants.distance = scratch.distance;
  constants.lead = scratch.lead;
  constants.slice = scratch.slice;
  return constants;
}

} // namespace

TileLimits QueuedDevice::tile_limits() const {
  const std::size_t shared = description().limits.max_shared_bytes;
  if (by_rows_) return {std::clamp(shared / 2, least_bytes, most_bytes), true, description().compute_units};
  // Two groups at the same time hide each other's waiting.
  return {shared > least_bytes ? shared / 2 : shared, false, 2 * description().compute_units};
}

int QueuedDevice::load_stencil(const StencilKernel& stencil) {
  const auto known = std::find_if(stencils_.begin(), stencils_.end(),
                                  [&](const LoadedStencil& loaded) { return loaded.stencil == &stencil; });
  if (known != stencils_.end()) return static_cast<int>(known - stencils_.begin());

  LoadedStencil loaded{&stencil};
  const auto prepare = [&](int function) {
    loaded.function = function;
    const int most = by_rows_ ? 1 : std::min(default_threads, std::max(1, queues_->largest_group(function)));
    loaded.group = static_cast<int>(std::bit_floor(static_cast<unsigned>(most)));
  };
  const char* source = by_rows_ ? stencil.opencl_tiles : stencil.opencl_groups;
  if (queues_->language() == DeviceLanguage::cuda) source = stencil.cuda;
  const FunctionSource text{source, by_rows_ ? tiles_entry(stencil) : groups_entry(stencil),
                            std::string(stencil.thorn) + "::" + stencil.name + " (" + stencil.path + ")"};
  prepare(queues_->compile(text, [&](int function) {
    prepare(function);
    warm_up(loaded);
  }));
  stencils_.push_back(loaded);
  return static_cast<int>(stencils_.size()) - 1;
}

void QueuedDevice::warm_up(const LoadedStencil& loaded) {
  const auto arguments = loaded.stencil->all_arguments();
  const auto count = [&](ArgumentKind kind) {
    return static_cast<std::size_t>(std::ranges::count(arguments, kind, &KernelArgument::kind));
  };
  const std::size_t n_fields = count(ArgumentKind::field);
  const LaunchFields fields{std::vector<void*>(n_fields, nothing_.get()), std::vector<FieldShape>(n_fields)};
  const std::vector<double> reals(count(ArgumentKind::real));
  const std::vector<std::int64_t> integers(count(ArgumentKind::integer));
  Command command(*queues_, Queue::kernels);
  launch_stencil(loaded, {}, nothing_.get(), fields, reals, integers, 0, 1, command);
  queues_->finish();
}

void QueuedDevice::launch_tiles(const TiledLaunch& launch) {
  NOPAL_ASSERT(launch.stencil >= 0 && launch.stencil < static_cast<int>(stencils_.size()));
  const LoadedStencil& loaded = stencils_[static_cast<std::size_t>(launch.stencil)];
  const auto arguments = loaded.stencil->all_arguments();
  NOPAL_ASSERT(launch.fields.size() + launch.reals.size() + launch.integers.size() == arguments.size());
  if (launch.box.empty()) return;
  const TileScratch scratch =
      tile_scratch(launch.tile, launch.halo, loaded.stencil->n_temporaries, static_cast<int>(launch.grid->dimension));
  const TileConstants constants = tile_constants(launch, scratch);
  const std::size_t bytes = static_cast<std::size_t>(scratch.slice) * 8;
  const long groups =
      by_rows_ ? std::min<long>(constants.n_tiles, groups_per_worker * description().compute_units) : constants.n_tiles;

  Command command(*queues_, Queue::kernels);
  if (by_rows_ && bytes > 0) {
    if (const std::size_t needed = bytes * static_cast<std::size_t>(groups); scratch_.bytes < needed) {
      scratch_ = {};
      scratch_.memory = DeviceMemory(queues_->allocate(needed, "temporaries of a stencil's tiles"), {queues_.get()});
      scratch_.bytes = needed;
    }
    command.writes(scratch_);
  }
  fields_.memory.clear();
  fields_.shapes.clear();
  for (std::size_t f = 0; f < launch.fields.size(); ++f) {
    SlotMemory& memory = at(launch.fields[f]);
    if (arguments[f].access == Access::read)
      command.reads(memory.buffer);
    else
      command.writes(memory.buffer);
    fields_.memory.push_back(memory.buffer.memory.get());
    fields_.shapes.push_back(field_shape(memory.layout));
  }
  static_assert(sizeof(TileCall) == 9 * sizeof(long));
  const std::span key(reinterpret_cast<const long*>(launch.calls.data()), 9 * launch.calls.size());
  void* const calls =
      call_tables_.get(key, [&] { return upload(std::as_bytes(launch.calls), "the stages of a stencil"); }).get();
  launch_stencil(loaded, constants, calls, fields_, launch.reals, launch.integers, bytes,
                 static_cast<std::size_t>(groups), command);
}

void QueuedDevice::launch_stencil(const LoadedStencil& stencil, const TileConstants& constants, void* calls,
                                  const LaunchFields& fields, std::span<const double> reals,
                                  std::span<const std::int64_t> integers, std::size_t bytes, std::size_t groups,
                                  Command& command) {
  std::vector<LaunchArgument> arguments{{&calls, sizeof calls}, {&constants, sizeof constants}};
  const bool cuda = queues_->language() == DeviceLanguage::cuda;
  void* const table = cuda || fields.shapes.empty() ? nullptr : shape_table(fields.shapes);
  if (cuda && !fields.shapes.empty())
    arguments.push_back({fields.shapes.data(), fields.shapes.size() * sizeof(FieldShape)});
  else if (table != nullptr)
    arguments.push_back({&table, sizeof table});
  void* const scratch = bytes > 0 ? scratch_.memory.get() : nothing_.get();
  if (by_rows_) arguments.push_back({&scratch, sizeof scratch});
  for (void* const& memory : fields.memory) arguments.push_back({&memory, sizeof memory});
  for (const double& real : reals) arguments.push_back({&real, sizeof real});
  for (const std::int64_t& integer : integers) arguments.push_back({&integer, sizeof integer});
  LaunchShape shape;
  shape.groups[0] = groups;
  shape.local[0] = static_cast<std::size_t>(stencil.group);
  // The function has an argument for local memory, also if there are no temporaries.
  if (!by_rows_) shape.shared_bytes = std::max<std::size_t>(bytes, 8);
  command.done(queues_->launch(stencil.function, shape, arguments, command.after()));
}

} // namespace nopal
