#pragma once
// Runs the kernels of the test thorn on the device, and on the host as the specification.

#include "rows.hpp"

#include "core/grid/decomposition.hpp"
#include "core/launch/bound_kernel.hpp"

#include <string>

namespace nopal::test {

inline const Kernel& suite_kernel(const std::string& name) {
  const Plugin& plugin = load_plugin(suite_options().thorn, "thorn", "device_suite");
  for (int k = 0; k < plugin.n_kernels; ++k)
    if (plugin.kernels[k]->name == name) return *plugin.kernels[k];
  throw Error("the test thorn has no kernel " + name);
}

/// Values of the kernels' numbers, by name.
struct Numbers {
  double factor = 1.25, amount = 3.5;
  std::int64_t offset = -7, enabled = 1, mode = 2, tally = 1234567890123;
};

/// Arguments in the order of the kernel.
struct Arguments {
  std::vector<Slot> fields;
  std::vector<double> reals;
  std::vector<std::int64_t> integers;

  Arguments(const Kernel& kernel, const Numbers& numbers)
      : Arguments(std::span(kernel.arguments, static_cast<std::size_t>(kernel.n_arguments)), numbers) {}
  Arguments(std::span<const KernelArgument> all, const Numbers& numbers) {
    for (const KernelArgument& argument : all) {
      const std::string source = argument.source;
      const std::string name = source.substr(source.find("::") + 2);
      switch (argument.kind) {
      case ArgumentKind::real:
        reals.push_back(name == "factor" ? numbers.factor : numbers.amount);
        break;
      case ArgumentKind::integer:
        integers.push_back(name == "offset"    ? numbers.offset
                           : name == "enabled" ? numbers.enabled
                           : name == "mode"    ? numbers.mode
                                               : numbers.tally);
        break;
      default:
        fields.push_back({name[0] == 'u'   ? u
                          : name[0] == 'v' ? v
                          : name[0] == 'l' ? lap
                          : name[0] == 'f' ? flux
                                           : w,
                          name.back() - '0'});
      }
    }
  }
};

/// A process's part of a periodic grid on two processes. It has interior, boundary, ghosts and images.
class KernelRows : public DeviceRows {
protected:
  static DomainSpec spec(int dimension) {
    DomainSpec spec;
    spec.dimension = dimension;
    spec.lower = {-0.5, 0.25, 1.0};
    spec.upper = {0.7, 1.0, 1.9};
    spec.cells = {19, dimension > 1 ? 12 : 1, dimension > 2 ? 10 : 1};
    spec.periodic = {true, false, false};
    return spec;
  }
  explicit KernelRows(int dimension = 3)
      : decomposition(Domain(spec(dimension)), 2), grid(kernel_grid(decomposition.domain())) {}
  void SetUp() override {
    start(grid_layout(decomposition.stored(0), decomposition.interior(0).lower[0], decomposition.domain().dimension()));
  }

  std::vector<LaunchBox> boxes(Region region) const { return launch_boxes(decomposition, 0, region); }
  /// Runs the kernel on the device and on the host from the same data. `host` then holds the result of the host.
  void run(const std::string& name, const std::vector<LaunchBox>& over, const Numbers& numbers = {}) {
    const Kernel& kernel = suite_kernel(name);
    const Arguments arguments(kernel, numbers);
    host.clear();
    for (const Slot slot : arguments.fields) {
      host[slot] = pattern(slot, 1 + slot.variable + 10 * slot.timelevel);
      upload(slot, host[slot]);
    }
    run_on_device(kernel, arguments, over);
    std::vector<HostField> fields;
    for (const Slot slot : arguments.fields) fields.push_back(host_field(host[slot].data(), layout));
    kernel.plain(host_launch(fields, arguments, over));
  }
  void run_on_device(const Kernel& kernel, const Arguments& arguments, const std::vector<LaunchBox>& over) {
    device->launch(
        {device->load_kernel(kernel), arguments.fields, arguments.reals, arguments.integers, over, &grid, clock});
  }
  HostLaunch host_launch(const std::vector<HostField>& fields, const Arguments& arguments,
                         const std::vector<LaunchBox>& over) const {
    HostLaunch launch;
    launch.fields = fields.data();
    launch.reals = arguments.reals.data();
    launch.integers = arguments.integers.data();
    launch.grid = &grid;
    launch.clock = clock;
    launch.boxes = over.data();
    launch.n_boxes = static_cast<long>(over.size());
    return launch;
  }
  void expect_same_bits() {
    for (const auto& [slot, expected] : host) EXPECT_TRUE(same_points(download(slot), expected, slot));
  }
  double number(Slot slot, const Index& p) {
    double result;
    std::memcpy(&result, download(slot).data() + at(slot, p[0], p[1], p[2]), 8);
    return result;
  }

  Decomposition decomposition;
  KernelGrid grid;
  KernelClock clock{2.5, 0.01, 42};
  std::map<Slot, Bytes> host;
};

} // namespace nopal::test
