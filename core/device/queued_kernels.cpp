// Kernels of thorns on a QueuedDevice.

#include "core/base/assert.hpp"
#include "core/device/queued_device.hpp"

#include <algorithm>
#include <bit>

namespace nopal {

namespace {

/// Rows in a group on a CPU: few, since a group is what a worker thread takes.
constexpr int rows_per_group = 4;

bool is_field(ArgumentKind kind) { return kind != ArgumentKind::real && kind != ArgumentKind::integer; }

} // namespace

int QueuedDevice::load_kernel(const Kernel& kernel, const KernelGrid& grid) {
  const auto known = std::find_if(kernels_.begin(), kernels_.end(),
                                  [&](const LoadedKernel& loaded) { return loaded.kernel == &kernel; });
  if (known != kernels_.end()) return static_cast<int>(known - kernels_.begin());

  grid_ = grid;
  LoadedKernel loaded{&kernel, {}};
  for (int a = 0; a < kernel.n_arguments; ++a) {
    if (is_field(kernel.arguments[a].kind)) loaded.fields.push_back(kernel.arguments[a].kind);
  }
  const auto prepare = [&](int function) {
    loaded.function = function;
    const auto largest = static_cast<unsigned>(std::max(1, queues_->largest_group(function)));
    loaded.group = static_cast<int>(
        std::bit_floor(std::min(largest, static_cast<unsigned>(by_rows_ ? rows_per_group : default_threads))));
  };
  const char* source = kernel.opencl;
  if (queues_->language() == DeviceLanguage::cuda) source = kernel.cuda;
  const FunctionSource text{source, by_rows_ ? rows_entry(kernel) : points_entry(kernel),
                            std::string(kernel.thorn) + "::" + kernel.name + " (" + kernel.path + ")"};
  prepare(queues_->compile(text, [&](int function) {
    prepare(function);
    warm_up(loaded);
  }));
  kernels_.push_back(std::move(loaded));
  return static_cast<int>(kernels_.size()) - 1;
}

void QueuedDevice::warm_up(const LoadedKernel& loaded) {
  const Kernel& kernel = *loaded.kernel;
  const auto count = [&](ArgumentKind kind) {
    return std::count_if(kernel.arguments, kernel.arguments + kernel.n_arguments,
                         [&](const KernelArgument& argument) { return argument.kind == kind; });
  };
  const std::vector<void*> fields(loaded.fields.size(), nothing_.get());
  const std::vector<double> reals(static_cast<std::size_t>(count(ArgumentKind::real)));
  const std::vector<std::int64_t> integers(static_cast<std::size_t>(count(ArgumentKind::integer)));
  Command command(*queues_, Queue::kernels);
  launch_kernel(loaded, launch_constants(grid_, {}, {}, {}), nothing_.get(), fields, reals, integers, command);
  queues_->finish();
}

const QueuedDevice::BoxTable& QueuedDevice::box_table(std::span<const LaunchBox> boxes, int group) {
  key_ = {group};
  for (const LaunchBox& box : boxes) {
    for (const Index* index : {&box.box.lower, &box.box.upper, &box.normal, &box.image}) {
      key_.insert(key_.end(), index->begin(), index->end());
    }
  }
  return box_tables_.get(key_, [&] {
    BoxTable table{by_rows_ ? flatten_rows(boxes) : flatten_points(boxes, group), {}};
    if (table.flat.n_boxes > 0) table.memory = upload(table.flat.words, "the boxes of a launch");
    table.flat.words = {};
    return table;
  });
}

void QueuedDevice::launch(const DeviceLaunch& launch) {
  NOPAL_ASSERT(launch.kernel >= 0 && launch.kernel < static_cast<int>(kernels_.size()));
  const LoadedKernel& kernel = kernels_[launch.kernel];
  NOPAL_ASSERT(launch.fields.size() == kernel.fields.size() && !launch.fields.empty());
  NOPAL_ASSERT(static_cast<int>(launch.fields.size() + launch.reals.size() + launch.integers.size()) ==
               kernel.kernel->n_arguments);
  const BoxTable& table = box_table(launch.boxes, kernel.group);
  if (table.flat.n_items == 0) return;

  const Layout& layout = at(launch.fields[0]).layout;
  Command command(*queues_, Queue::kernels);
  std::vector<void*> fields;
  for (std::size_t f = 0; f < launch.fields.size(); ++f) {
    SlotMemory& memory = at(launch.fields[f]);
    NOPAL_ASSERT(memory.layout == layout);
    if (kernel.fields[f] == ArgumentKind::field_read)
      command.reads(memory.buffer);
    else
      command.writes(memory.buffer);
    fields.push_back(memory.buffer.memory.get());
  }
  launch_kernel(kernel, launch_constants(grid_, launch.clock, layout, table.flat), table.memory.get(), fields,
                launch.reals, launch.integers, command);
}

void QueuedDevice::launch_kernel(const LoadedKernel& kernel, const LaunchConstants& constants, void* boxes,
                                 std::span<void* const> fields, std::span<const double> reals,
                                 std::span<const std::int64_t> integers, Command& command) {
  std::vector<LaunchArgument> arguments{{&boxes, sizeof boxes}, {&constants, sizeof constants}};
  for (void* const& field : fields) arguments.push_back({&field, sizeof field});
  for (const double& real : reals) arguments.push_back({&real, sizeof real});
  for (const std::int64_t& integer : integers) arguments.push_back({&integer, sizeof integer});
  LaunchShape shape;
  const auto items = static_cast<std::size_t>(std::max<std::int64_t>(1, constants.n_items));
  const auto group = static_cast<std::size_t>(kernel.group);
  shape.local[0] = group;
  shape.groups[0] = by_rows_ ? (items + group - 1) / group : items;
  command.done(queues_->launch(kernel.function, shape, arguments, command.after()));
}

} // namespace nopal
