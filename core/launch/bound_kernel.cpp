#include "core/launch/bound_kernel.hpp"

#include "core/base/text.hpp"
#include "core/declarations/thorn.hpp"
#include "core/host/built_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace nopal {

namespace {

[[noreturn]] void outdated(const Kernel& kernel, const KernelArgument& argument, std::string_view what) {
  throw Error(fmt::format("the library of thorn {} was built from another declaration than the one loaded: kernel {} "
                          "needs {} ({}), {}; build the thorn again",
                          kernel.thorn, kernel.name, argument.source, argument.name, what));
}

// The slot of an argument whose source is "wavetoy::phi@1", or "f@1" if f is a bound name. Throws an Error if there is
// none, or if it is of another kind or type.
Slot find_slot(const Kernel& kernel, const KernelArgument& argument, const Variables& variables,
               std::span<const Binding> bindings) {
  const SlotName source = parse_slot(argument.source);
  int variable = variables.find_variable(source.name).value_or(-1);
  for (const Binding& binding : bindings)
    if (binding.name == source.name) variable = binding.variable;
  const int timelevel = source.timelevel.value_or(0);
  if (variable < 0 || timelevel >= variables.timelevels(variable))
    outdated(kernel, argument, "which no active thorn declares any more");
  const Group& group = variables.group_of(variable);
  const GroupKind kind = argument.is_field()   ? GroupKind::gf
                         : argument.is_array() ? GroupKind::array
                                               : GroupKind::scalar;
  const bool is_integer = argument.is_integer || argument.kind == ArgumentKind::integer;
  const Type type = is_integer ? Type::integer : Type::real;
  if (group.kind != kind || group.type != type || (argument.is_array() && group.dimension != argument.axes))
    outdated(kernel, argument,
             fmt::format("which is no longer declared with type: {}, datatype: {}{}", to_string(kind), to_string(type),
                         argument.is_array() ? fmt::format(" and {} axes", argument.axes) : ""));
  return {variable, timelevel};
}

void check_parameter(const Kernel& kernel, const KernelArgument& argument, const Parameters& parameters) {
  const ParameterDeclaration* declaration = parameters.find(argument.source);
  if (declaration == nullptr) outdated(kernel, argument, "which no active thorn declares any more");
  const bool real = declaration->type == ParameterType::real;
  if (declaration->is_array || declaration->type == ParameterType::string ||
      real != (argument.kind == ArgumentKind::real))
    outdated(kernel, argument, "which has another type now");
}

void add_own_value(LaunchNumbers& numbers, const ParameterDeclaration& parameter, const Scalar& value) {
  if (parameter.type == ParameterType::real) return numbers.add_real(std::get<double>(value));
  if (parameter.type == ParameterType::boolean) return numbers.add_integer(std::get<bool>(value) ? 1 : 0);
  if (parameter.type == ParameterType::integer) return numbers.add_integer(std::get<std::int64_t>(value));
  numbers.add_integer(parameter.choice(std::get<std::string>(value)));
}

// A number of a block kernel. `text` is "16", or the full name of an int parameter.
long block_number(const Kernel& kernel, const char* text, const char* key, long most, const Parameters& parameters) {
  const auto written = parse_number<long>(text);
  const ParameterDeclaration* declaration = parameters.find(text);
  if (!written && (declaration == nullptr || declaration->is_array || declaration->type != ParameterType::integer))
    outdated(kernel, {text, text, ArgumentKind::integer}, "which is no int parameter of an active thorn any more");
  if (!written && declaration->steerable == Steerable::always)
    throw Error(declaration->where,
                fmt::format("kernel {} of thorn {}: {}: the parameter {} may change during a run, but the blocks of a "
                            "kernel keep their number and size: write \"steerable: recover\" or \"steerable: never\"",
                            kernel.name, kernel.thorn, key, text));
  const long number = written ? *written : parameters.integer(text);
  if (number < 1 || number > most)
    throw Error(fmt::format("kernel {} of thorn {}: {}: found {}{}, expected 1 to {}", kernel.name, kernel.thorn, key,
                            number, written ? std::string() : fmt::format(", the value of {}", text), most));
  return number;
}

// A launch without fields and backend. The arguments must outlive it.
HostLaunch host_launch(const KernelGrid& grid, std::span<const LaunchBox> boxes, const KernelClock& clock,
                       const LaunchNumbers& numbers) {
  HostLaunch launch;
  launch.reals = numbers.reals().data();
  launch.integers = numbers.integers().data();
  launch.grid = &grid;
  launch.clock = clock;
  launch.boxes = boxes.data();
  launch.n_boxes = static_cast<long>(boxes.size());
  return launch;
}

} // namespace

BoundKernel::BoundKernel(const Kernel& kernel, const Variables& variables, const Parameters& parameters,
                         const KernelGrid& grid, std::span<const Binding> bindings,
                         const std::map<std::string, Value>& values)
    : kernel_(&kernel), grid_(grid) {
  for (int a = 0; a < kernel.n_arguments; ++a) {
    const KernelArgument& argument = kernel.arguments[a];
    if (argument.is_field() || argument.is_array()) {
      fields_.push_back(find_slot(kernel, argument, variables, bindings));
      if (argument.is_field()) ++grid_functions_;
      continue;
    }
    const bool is_scalar = std::string_view(argument.source).find('@') != std::string_view::npos;
    const bool is_real = argument.kind == ArgumentKind::real;
    if (is_scalar) {
      numbers_.add_scalar(find_slot(kernel, argument, variables, bindings), is_real);
    } else {
      check_parameter(kernel, argument, parameters);
      if (const auto own = values.find(argument.source); own != values.end())
        add_own_value(numbers_, *parameters.find(argument.source), own->second.items.front());
      else
        numbers_.add_parameter(argument.source, is_real);
    }
  }
  host_fields_.resize(fields_.size());
  numbers_.refresh(parameters);
  if (kernel.blocks != nullptr) set_shape(parameters);
}

bool BoundKernel::has_automatic_threads() const {
  return kernel_->blocks != nullptr && std::string_view(kernel_->blocks->threads[0]) == automatic_threads;
}

// The numbers of a block kernel do not change during a run, since the device compiles the kernel for them.
void BoundKernel::set_shape(const Parameters& parameters) {
  // No backend allows so many. The product of three numbers of threads fits into a long.
  constexpr long most_threads = 1L << 20, most_shared = 1L << 40, most_points = 1L << 53;
  const KernelBlocks& blocks = *kernel_->blocks;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0 || !has_automatic_threads())
      shape_.threads[axis] = block_number(*kernel_, blocks.threads[axis], "threads", most_threads, parameters);
    if (blocks.points[axis] != nullptr)
      points_.box.upper[axis] = block_number(*kernel_, blocks.points[axis], "over", most_points, parameters);
  }
  if (blocks.shared != nullptr)
    shape_.dynamic_bytes =
        blocks.shared_element *
        static_cast<std::size_t>(block_number(*kernel_, blocks.shared, "shared", most_shared, parameters));
}

HostLaunch BoundKernel::launch_on_host(HostMemory& memory, const KernelClock& clock) {
  numbers_.read(memory);
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    std::byte* data = memory.data(fields_[f]);
    host_fields_[f] = data == nullptr ? HostField{} : host_field(data, memory.layout(fields_[f].variable));
  }
  HostLaunch launch = host_launch(grid_, {}, clock, numbers_);
  launch.fields = host_fields_.data();
  return launch;
}

void BoundKernel::run_on_host(HostMemory& memory, std::span<const LaunchBox> boxes, const KernelClock& clock,
                              HostVersion version, HostBackend* backend) {
  HostLaunch launch = launch_on_host(memory, clock);
  launch.boxes = boxes.data();
  launch.n_boxes = static_cast<long>(boxes.size());
  launch.backend = backend;
  const bool plain = version == HostVersion::plain;
  if (const KernelBlocks* blocks = kernel_->blocks)
    run_blocks(*kernel_, plain ? blocks->plain : blocks->checked, launch, shape_);
  else
    (plain ? kernel_->plain : kernel_->checked)(launch);
}

void BoundKernel::try_blocks(HostMemory& memory, std::span<const LaunchBox> boxes, const KernelClock& clock,
                             std::span<std::byte* const> copies) {
  constexpr long most_threads = 4096; // each of them is a thread of the operating system
  HostLaunch launch = launch_on_host(memory, clock);
  for (std::size_t f = 0; f < fields_.size(); ++f)
    host_fields_[f] = host_field(copies[f], memory.layout(fields_[f].variable));
  launch.boxes = boxes.data();
  launch.n_boxes = static_cast<long>(boxes.size());
  const std::unique_ptr<HostBackend> backend = threads_backend(1);
  launch.backend = backend.get();
  run_blocks(*kernel_, kernel_->blocks->checked, launch, shape_, std::max(2L, most_threads / shape_.n_threads()));
}

void BoundKernel::run_on_device(Device& device, HostMemory& memory, std::span<const LaunchBox> boxes,
                                const KernelClock& clock, int part) {
  for (std::size_t f = 0; f < grid_functions_; ++f) fields_[f].part = part;
  launch_on_device(device, memory, fields_, boxes, clock, grid_);
}

void BoundKernel::launch_on_device(Device& device, HostMemory& memory, std::span<const Slot> fields,
                                   std::span<const LaunchBox> boxes, const KernelClock& clock, const KernelGrid& grid) {
  numbers_.read(memory);
  load(device);
  device.launch({handle_, fields, numbers_.reals(), numbers_.integers(), boxes, &grid, clock, shape_});
}

void BoundKernel::record(const KernelGrid& grid, std::span<const LaunchBox> boxes, const KernelClock& clock,
                         double scalar, AccessRecorder& recorder) const {
  LaunchNumbers numbers = numbers_;
  numbers.set_scalars(scalar);
  kernel_->recording(host_launch(grid, boxes, clock, numbers), recorder);
}

void BoundKernel::load(Device& device) {
  if (handle_ < 0) handle_ = device.load_kernel(*kernel_, shape_);
}

KernelGrid kernel_grid(const Domain& domain) {
  KernelGrid grid;
  for (int axis = 0; axis < 3; ++axis) {
    grid.lower[axis] = domain.exists(axis) ? domain.lower(axis) : 0;
    grid.centre[axis] = domain.exists(axis) ? domain.centre(axis) : 0;
    grid.spacing[axis] = domain.spacing(axis);
    grid.exists[axis] = domain.exists(axis) ? 1 : 0;
  }
  grid.dimension = domain.dimension();
  return grid;
}

} // namespace nopal
