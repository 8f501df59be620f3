// Measures the wavetoy kernel `evolve` on the host and on OpenCL. Compares it with a loop written by hand and with a
// STREAM triad of the same run.

#include "bench/command_line.hpp"
#include "bench/pairs.hpp"
#include "bench/wave_by_hand.hpp"
#include "core/declarations/thorn.hpp"
#include "core/device/device_plugin.hpp"
#include "core/grid/layout.hpp"
#include "core/launch/bound_kernel.hpp"
#include "core/plugins/host_backends.hpp"
#include "core/plugins/loader.hpp"

#include <omp.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>

namespace {

using namespace nopal;

constexpr int repeats = 4; // launches in a timing

/// Three timelevels of phi on one process's grid.
struct Wave {
  explicit Wave(long cells) : domain(spec(cells)), decomposition(domain, 1) {
    layout = grid_layout(decomposition.stored(0), decomposition.interior(0).lower[0], 3);
    for (auto& timelevel : timelevels) {
      timelevel.reset(static_cast<double*>(std::aligned_alloc(64, (layout.size * sizeof(double) + 63) / 64 * 64)));
      double* data = timelevel.get();
      // The threads that use the memory touch it first.
#pragma omp parallel for
      for (long n = 0; n < layout.size; ++n) data[n] = 1e-3 * static_cast<double>(n % 97);
    }
    boxes = launch_boxes(decomposition, 0, Region::interior);
  }
  static DomainSpec spec(long cells) {
    DomainSpec spec;
    spec.cells = {cells, cells, cells};
    return spec;
  }

  struct Free {
    void operator()(double* memory) const { std::free(memory); }
  };
  Domain domain;
  Decomposition decomposition;
  Layout layout;
  std::unique_ptr<double, Free> timelevels[3];
  std::vector<LaunchBox> boxes;
};

const Kernel& find_kernel(const Plugin& plugin, const std::string& name) {
  for (int n = 0; n < plugin.n_kernels; ++n)
    if (name == plugin.kernels[n]->name) return *plugin.kernels[n];
  throw Error("the library of " + std::string(plugin.name) + " has no kernel \"" + name + "\"");
}

/// Timelevel of a field argument from its source, "wavetoy::phi@1".
int timelevel_of(const KernelArgument& argument) {
  const char* at = std::strchr(argument.source, '@');
  return at ? std::atoi(at + 1) : 0;
}

void on_host(const Kernel& kernel, Wave& wave, const KernelGrid& grid, HostBackend& host) {
  std::vector<HostField> fields;
  for (int n = 0; n < kernel.n_arguments; ++n)
    fields.push_back(host_field(reinterpret_cast<std::byte*>(wave.timelevels[timelevel_of(kernel.arguments[n])].get()),
                                wave.layout));
  HostLaunch launch;
  launch.fields = fields.data();
  launch.grid = &grid;
  launch.clock = {0, wave.domain.dt(), 0};
  launch.boxes = wave.boxes.data();
  launch.n_boxes = static_cast<long>(wave.boxes.size());
  launch.backend = &host;
  for (int n = 0; n < repeats; ++n) kernel.plain(launch);
}

/// Returns bytes per second of a[i] = b[i] + s c[i], counted as in STREAM (24 bytes for each element).
double triad(long elements) {
  const auto make = [elements] {
    std::unique_ptr<double, Wave::Free> memory(static_cast<double*>(std::aligned_alloc(64, elements * 8)));
    double* data = memory.get();
#pragma omp parallel for
    for (long n = 0; n < elements; ++n) data[n] = 1;
    return memory;
  };
  const auto a = make(), b = make(), c = make();
  std::vector<double> rates;
  for (int n = 0; n < 11; ++n)
    rates.push_back(24.0 * static_cast<double>(elements) /
                    bench::seconds([&] { bench::triad(a.get(), b.get(), c.get(), 3.0, elements); }));
  return bench::median(rates);
}

int measure(long cells, int pairs, const std::string& device_name) {
  const SearchPath path = SearchPath::standard();
  const Plugin& thorn = load_plugin(path.thorn_library("wavetoy"), "thorn", "wavetoy");
  const Kernel& evolve = find_kernel(thorn, "evolve");
  Wave wave(cells);
  const KernelGrid grid = kernel_grid(wave.domain);
  const auto by_hand = [&] {
    for (int n = 0; n < repeats; ++n)
      bench::evolve_by_hand(wave.timelevels[0].get() + wave.layout.origin(),
                            wave.timelevels[1].get() + wave.layout.origin(),
                            wave.timelevels[2].get() + wave.layout.origin(), wave.layout.stride[1],
                            wave.layout.stride[2], wave.boxes[0].box, wave.domain.spacing(), wave.domain.dt());
  };

  std::printf("wavetoy evolve, %ld^3 cells, %d interleaved pairs; each ratio compares speeds: 1 means equal\n", cells,
              pairs);
  const auto backend = make_host_backend("threads", omp_get_max_threads(), path); // nopal's default
  const auto host = bench::interleaved([&] { on_host(evolve, wave, grid, *backend); }, by_hand, pairs);
  bench::print("host kernel against a loop by hand", host, 0.95);
  const double points = static_cast<double>(wave.boxes[0].box.points()) * repeats;
  std::printf("%-58s %.3g points/s\n", "host kernel", points / host.seconds_a);
  // The kernel writes phi (and fetches it before), and reads phi_p and phi_p_p. STREAM does not count the fetch.
  const double rate = 24.0 * points / host.seconds_a;
  std::printf("%-58s %6.3f  (no aim)\n", "host kernel as a fraction of a STREAM triad", rate / triad(wave.layout.size));

  if (device_name == "none") return 0;
  std::map<std::string, std::string> devices;
  for (const auto& [name, library] : path.devices()) devices[name] = library;
  if (!devices.contains(device_name)) {
    std::printf("no device plugin \"%s\" is installed\n", device_name.c_str());
    return 1;
  }
  DevicePlugin& plugin = *load_plugin(devices[device_name], "device", device_name).device();
  const auto found = plugin.find(0);
  if (found.empty()) {
    std::printf("device %s: %s\n", device_name.c_str(), plugin.why_none().c_str());
    return 0;
  }
  const auto device = plugin.open({});
  std::vector<SlotStorage> slots;
  std::vector<Slot> fields;
  for (int timelevel = 0; timelevel < 3; ++timelevel) slots.push_back({{0, timelevel}, wave.layout, 8});
  device->create_variables(slots);
  std::vector<Piece> pieces;
  for (int timelevel = 0; timelevel < 3; ++timelevel)
    pieces.push_back(
        {{0, timelevel}, reinterpret_cast<std::byte*>(wave.timelevels[timelevel].get()), 0, wave.layout.size});
  Ticket ticket = 0;
  device->copy_to_device(pieces, ticket);
  device->wait(ticket);
  for (int n = 0; n < evolve.n_arguments; ++n) fields.push_back({0, timelevel_of(evolve.arguments[n])});
  DeviceLaunch launch;
  launch.kernel = device->load_kernel(evolve);
  launch.fields = fields;
  launch.boxes = wave.boxes;
  launch.grid = &grid;
  launch.clock = {0, wave.domain.dt(), 0};
  const auto on_device = [&] {
    for (int n = 0; n < repeats; ++n) device->launch(launch);
    device->finish();
  };
  std::printf("device %s: %s, %s\n", device_name.c_str(), found[0].name.c_str(), found[0].api.c_str());
  const auto compared = bench::interleaved(on_device, by_hand, pairs);
  bench::print((device_name + " kernel against a loop by hand on the host").c_str(), compared, 0.9);
  std::printf("%-58s %.3g points/s, %.1f GB/s of compulsory traffic\n", (device_name + " kernel").c_str(),
              points / compared.seconds_a, 24e-9 * points / compared.seconds_a);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  bench::CommandLine line("Compares the wave's kernel, on the host and on a device, with a loop by hand");
  long cells = 200, pairs = 11;
  std::string device = "opencl";
  line.number("cells", cells, "Cells of the fields along each axis");
  line.number("pairs", pairs, "Pairs of measurements");
  line.word("device", device, "Device plugin; none: only the host");
  return line.main(argc, argv, [&] { return measure(cells, static_cast<int>(pairs), device); });
}
