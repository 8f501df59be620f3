// QueuedDevice: kernels of thorns.

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/device/queued_device.hpp"
#include "core/kernels/columns.hpp"
#include "core/kernels/device_checks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

namespace nopal {

namespace {

/// Rows of a group on a CPU. A worker thread takes a whole group, so there are few rows in it.
constexpr int rows_per_group = 4;

/// The largest number of groups along the second and third dimension of a launch (CUDA's limit).
constexpr std::size_t most_groups = 65535;

bool is_variable(const KernelArgument& argument) { return argument.is_field() || argument.is_array(); }

} // namespace

int QueuedDevice::load_kernel(const Kernel& kernel, const BlockShape& shape) {
  const auto known = std::find_if(kernels_.begin(), kernels_.end(),
                                  [&](const LoadedKernel& loaded) { return loaded.kernel == &kernel; });
  if (known != kernels_.end()) return static_cast<int>(known - kernels_.begin());

  LoadedKernel loaded{&kernel, {}};
  const KernelArgument* const end = kernel.arguments + kernel.n_arguments;
  loaded.fields = {kernel.arguments, std::find_if_not(kernel.arguments, end, is_variable)};
  const auto prepare = [&](int function) {
    loaded.function = function;
    const auto largest = static_cast<unsigned>(std::max(1, queues_->largest_group(function)));
    if (kernel.blocks != nullptr && shape.n_threads() > largest)
      throw Error(std::string(kernel.thorn) + "::" + kernel.name + ": a block has " +
                  std::to_string(shape.n_threads()) + " threads, but on " + description().name +
                  " this kernel can have at most " + std::to_string(largest) +
                  ": make \"threads:\" of its item smaller, or make the kernel simpler");
    loaded.group = static_cast<int>(
        std::bit_floor(std::min(largest, static_cast<unsigned>(by_rows_ ? rows_per_group : default_threads))));
  };
  const auto language = queues_->language() == DeviceLanguage::cuda ? &Kernel::cuda : &Kernel::opencl;
  const std::string source = checked_ ? checked_source(kernel, language) : kernel.*language;
  const bool has_rows = by_rows_ && kernel.blocks == nullptr;
  const FunctionSource text{has_rows ? rows_only + source : source,
                            kernel.blocks != nullptr ? blocks_entry(kernel)
                            : has_rows               ? rows_entry(kernel)
                                                     : points_entry(kernel),
                            std::string(kernel.thorn) + "::" + kernel.name + " (" + kernel.path + ")"};
  prepare(queues_->compile(text, [&](int function) {
    prepare(function);
    warm_up(loaded, shape);
  }));
  kernels_.push_back(loaded);
  return static_cast<int>(kernels_.size()) - 1;
}

void QueuedDevice::warm_up(const LoadedKernel& loaded, const BlockShape& shape) {
  const Kernel& kernel = *loaded.kernel;
  const auto count = [&](ArgumentKind kind) {
    return std::count_if(kernel.arguments, kernel.arguments + kernel.n_arguments,
                         [&](const KernelArgument& argument) { return argument.kind == kind; });
  };
  const LaunchFields fields{std::vector<void*>(loaded.fields.size(), nothing_.get()),
                            std::vector<FieldShape>(loaded.fields.size()),
                            {},
                            nothing_.get()};
  const std::vector<double> reals(static_cast<std::size_t>(count(ArgumentKind::real)));
  const std::vector<std::int64_t> integers(static_cast<std::size_t>(count(ArgumentKind::integer)));
  Command command(*queues_, Queue::kernels);
  launch_kernel(loaded, launch_constants({}, {}, {}), nothing_.get(), fields, reals, integers, shape, command);
  queues_->finish();
}

const QueuedDevice::BoxTable& QueuedDevice::box_table(std::span<const LaunchBox> boxes, const LoadedKernel& kernel,
                                                      const Index& threads) {
  const bool blocks = kernel.kernel->blocks != nullptr;
  const VerticalOrder order = kernel.kernel->order;
  key_ = {blocks ? 0 : kernel.group, order == VerticalOrder::parallel ? 0 : 1};
  if (blocks) key_.insert(key_.end(), threads.begin(), threads.end());
  for (const LaunchBox& box : boxes) {
    for (const Index* index : {&box.box.lower, &box.box.upper, &box.normal, &box.image, &box.edge}) {
      key_.insert(key_.end(), index->begin(), index->end());
    }
  }
  return box_tables_.get(key_, [&] {
    BoxTable table{blocks     ? flatten_blocks(boxes, threads)
                   : by_rows_ ? flatten_rows(boxes, order)
                              : flatten_points(boxes, kernel.group, order),
                   {}};
    if (table.flat.n_boxes > 0)
      table.memory = upload(std::as_bytes(std::span(table.flat.boxes)), "the boxes of a launch");
    table.flat.boxes = {};
    return table;
  });
}

void* QueuedDevice::shape_table(std::span<const FieldShape> shapes) {
  static_assert(sizeof(FieldShape) == 3 * sizeof(long));
  const std::span key(reinterpret_cast<const long*>(shapes.data()), 3 * shapes.size());
  return shape_tables_.get(key, [&] { return upload(std::as_bytes(shapes), "the shapes of fields"); }).get();
}

void QueuedDevice::launch(const DeviceLaunch& launch) {
  NOPAL_ASSERT(launch.kernel >= 0 && launch.kernel < static_cast<int>(kernels_.size()));
  const LoadedKernel& kernel = kernels_[launch.kernel];
  NOPAL_ASSERT(launch.fields.size() == kernel.fields.size());
  NOPAL_ASSERT(static_cast<int>(launch.fields.size() + launch.reals.size() + launch.integers.size()) ==
               kernel.kernel->n_arguments);
  if (const VerticalOrder order = kernel.kernel->order;
      order != VerticalOrder::parallel && share_columns(launch.boxes)) {
    // One launch for each box: work-items of one launch run at the same time.
    for (const LaunchBox& box : in_order(launch.boxes, order)) {
      DeviceLaunch one = launch;
      one.boxes = {&box, 1};
      this->launch(one);
    }
    return;
  }
  const BoxTable& table = box_table(launch.boxes, kernel, launch.shape.threads);
  if (table.flat.n_items == 0) return;

  Command command(*queues_, Queue::kernels);
  fields_.memory.clear();
  fields_.shapes.clear();
  const bool reports = reports_faults(*kernel.kernel);
  // The grid functions of a kernel have the same points, but for those that stream through the device.
  std::optional<Box> stored;
  if (reports) {
    if (!faults_.memory) clear_faults();
    command.writes(faults_);
    fields_.faults = faults_.memory.get();
  }
  for (std::size_t f = 0; f < launch.fields.size(); ++f) {
    SlotMemory& memory = at(launch.fields[f]);
    if (kernel.fields[f].access == Access::read)
      command.reads(memory.buffer);
    else
      command.writes(memory.buffer);
    fields_.memory.push_back(memory.buffer.memory.get());
    fields_.shapes.push_back(field_shape(memory.layout));
    if (kernel.fields[f].is_guarded || (checked_ && kernel.fields[f].is_field()))
      stored = stored ? hull(*stored, memory.layout.box) : memory.layout.box;
  }
  if (stored) fields_.bounds = guard_bounds(*launch.grid, *stored);
  launch_kernel(kernel, launch_constants(*launch.grid, launch.clock, table.flat), table.memory.get(), fields_,
                launch.reals, launch.integers, launch.shape, command);
  if (reports) raise_fault(*kernel.kernel, stored.value_or(Box{}));
}

void QueuedDevice::clear_faults() {
  const std::array<int, guard_ints> zeros{};
  const std::span<const std::byte> bytes = std::as_bytes(std::span(zeros));
  if (!faults_.memory) faults_.memory = upload(bytes, "the report of faults in kernels");
  queues_->wait(write(faults_, 0, bytes.data(), bytes.size()));
}

void QueuedDevice::raise_fault(const Kernel& kernel, const Box& stored) {
  std::array<int, guard_ints> seen{};
  queues_->mark(0); // this copy belongs to no mark
  queues_->wait(read(faults_, 0, reinterpret_cast<std::byte*>(seen.data()), sizeof seen));
  queues_->mark(mark_);
  if (seen[0] == 0) return;
  clear_faults();
  fail_on_device(kernel, seen, stored);
}

void QueuedDevice::launch_kernel(const LoadedKernel& kernel, const LaunchConstants& constants, void* boxes,
                                 const LaunchFields& fields, std::span<const double> reals,
                                 std::span<const std::int64_t> integers, const BlockShape& block, Command& command) {
  std::vector<LaunchArgument> arguments{{&boxes, sizeof boxes}, {&constants, sizeof constants}};
  const bool cuda = queues_->language() == DeviceLanguage::cuda;
  void* const table = cuda || fields.shapes.empty() ? nullptr : shape_table(fields.shapes);
  if (cuda && !fields.shapes.empty())
    arguments.push_back({fields.shapes.data(), fields.shapes.size() * sizeof(FieldShape)});
  else if (table != nullptr)
    arguments.push_back({&table, sizeof table});
  for (void* const& memory : fields.memory) arguments.push_back({&memory, sizeof memory});
  for (const double& real : reals) arguments.push_back({&real, sizeof real});
  for (const std::int64_t& integer : integers) arguments.push_back({&integer, sizeof integer});
  if (reports_faults(*kernel.kernel)) {
    arguments.push_back({&fields.bounds, sizeof fields.bounds});
    arguments.push_back({&fields.faults, sizeof fields.faults});
  }
  LaunchShape shape;
  const auto items = static_cast<std::size_t>(std::max<std::int64_t>(1, constants.n_items));
  if (const KernelBlocks* blocks = kernel.kernel->blocks) {
    for (int axis = 0; axis < 3; ++axis) shape.local[axis] = static_cast<std::size_t>(block.threads[axis]);
    shape.groups[0] = items;
    const auto entries = static_cast<std::size_t>(std::max<std::int64_t>(1, constants.n_boxes));
    shape.groups[2] = (entries + most_groups - 1) / most_groups;
    shape.groups[1] = (entries + shape.groups[2] - 1) / shape.groups[2];
    // CUDA: all shared arrays lie in one piece of memory.
    shape.shared_bytes = cuda ? block.shared_bytes(*blocks) : block.dynamic_bytes;
  } else {
    const auto group = static_cast<std::size_t>(kernel.group);
    shape.local[0] = group;
    shape.groups[0] = by_rows_ ? (items + group - 1) / group : items;
  }
  command.done(queues_->launch(kernel.function, shape, arguments, command.after()));
}

} // namespace nopal
