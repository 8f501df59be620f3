// Compares each kernel of the thorn `speed` on each backend with a version by hand in one run. On the host, the version
// by hand is an OpenMP loop with as many threads; on devices, it is a kernel in the device's language that is launched
// in the same way. Block kernels are timed on devices only; on host backends the cost of block_sync() is measured. On
// GPUs memory-bound kernels are also compared with a copy on the device.

#include "bench/command_line.hpp"
#include "bench/pairs.hpp"
#include "bench/scene.hpp"
#include "bench/wave_by_hand.hpp"
#include "core/base/error.hpp"
#include "core/device/device_plugin.hpp"
#include "core/plugins/loader.hpp"

#include <omp.h>
#include <unistd.h>

#include <cstdlib>
#include <deque>

namespace {

using namespace nopal;
using bench::Scene;

constexpr int repeats = 4; // launches in a timing

struct Case {
  const char* name;
  std::vector<const char*> written;
  double bytes_a_point; ///< smallest possible traffic; 0: not bound by memory
  double aim;           ///< smallest ratio on devices
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all{{"evolve", {"phi"}, 24, 0.9},
                                     {"triad", {"u"}, 24, 0.9},
                                     {"transpose", {"a_turned"}, 16, 1 / 1.2},
                                     {"product", {"c"}, 0, 1 / 1.2},
                                     {"histogram", {"count"}, 8, 1 / 1.2},
                                     {"block_sum", {"partial"}, 8, 1 / 1.2}};
  return all;
}

void by_hand_on_host(const std::string& kernel, Scene& scene) {
  const Layout& layout = scene.memory->layout(scene.number("u"));
  const Box box = scene.decomposition.interior(0);
  const long sj = layout.stride[1], sk = layout.stride[2];
  for (int n = 0; n < repeats; ++n) {
    if (kernel == "evolve")
      bench::evolve_by_hand(scene.field("phi"), scene.field("phi", 1), scene.field("phi", 2), sj, sk, box,
                            scene.grid.spacing, scene.clock.dt);
    else
      bench::triad_by_hand(scene.field("u"), scene.field("v"), scene.field("w"), 3.0, sj, sk, box);
  }
}

void on_host(Scene& scene, int pairs) {
  const int threads = omp_get_max_threads();
  for (const HostBackendFound& found : find_host_backends(threads, scene.path)) {
    const std::string name = found.traits.name;
    if (!found.trouble.empty()) {
      std::printf("%s: %s\n", name.c_str(), found.trouble.c_str());
      continue;
    }
    const auto host = make_host_backend(name, threads, scene.path);
    omp_set_num_threads(host->members()); // for the loops by hand
    for (const char* kernel_name : {"evolve", "triad"}) {
      BoundKernel kernel = scene.bind(scene.kernel(kernel_name));
      const auto boxes = scene.boxes(kernel);
      const auto ours = [&] {
        for (int n = 0; n < repeats; ++n)
          kernel.run_on_host(*scene.memory, boxes, scene.clock, HostVersion::plain, host.get());
      };
      const std::string what =
          name + ", " + std::to_string(host->members()) + " threads: " + kernel_name + " against a loop by hand";
      bench::print(what.c_str(), bench::interleaved(ours, [&] { by_hand_on_host(kernel_name, scene); }, pairs), 0.95);
    }
    for (const long block : {1L, 4L, 64L, 256L}) {
      if (block > host->traits().limits.max_threads) continue;
      const double nanoseconds = 1e9 * block_sync_seconds(scene, *host, block);
      std::printf("%-58s %6.0f ns  (no aim)\n",
                  (name + ": block_sync() of " + std::to_string(block) + " threads").c_str(), nanoseconds);
      std::fflush(stdout);
    }
    omp_set_num_threads(threads);
  }
  scene.set("width", 256);
}

/// A kernel by hand that is launched in place of one of nopal's.
struct KernelByHand {
  explicit KernelByHand(const Kernel& original) : kernel(original) {
    const std::string name = kernel.name;
    kernel.thorn = "by_hand";
    kernel.opencl = bench::opencl_by_hand(name);
    kernel.cuda = bench::cuda_by_hand(name);
    if (original.blocks == nullptr) return;
    blocks = *original.blocks; // the source itself declares its shared memory
    blocks.shared = nullptr;
    blocks.shared_bytes = 0;
    kernel.blocks = &blocks;
  }
  KernelByHand(const KernelByHand&) = delete;
  KernelByHand& operator=(const KernelByHand&) = delete;
  Kernel kernel;
  KernelBlocks blocks{};
};

/// Returns the values that a kernel wrote on the device.
std::vector<std::byte> results(Scene& scene, Device& device, const Case& test) {
  std::vector<std::byte> bytes;
  for (const char* variable : test.written) {
    const Slot slot{scene.number(variable), 0};
    const long count = scene.memory->layout(slot.variable).size;
    const Piece piece{slot, scene.memory->data(slot), 0, count};
    device.copy_to_host({&piece, 1});
    bytes.insert(bytes.end(), piece.host, piece.host + 8 * count);
  }
  return bytes;
}

void on_device(Scene& scene, Device& device, const std::string& name, int pairs) {
  const DeviceDescription& description = device.description();
  std::printf("%s: %s, %s\n", name.c_str(), description.name.c_str(), description.api.c_str());
  double copy_rate = 0;
  if (name == "cuda") {
    copy_rate = copy_rate_on_gpu(scene, device);
    std::printf("%-58s %.1f GB/s read and written\n", "copy on the device", 1e-9 * copy_rate);
  }
  static std::deque<KernelByHand> kept; // a device identifies kernels by their addresses
  for (const Case& test : cases()) {
    const Kernel& original = scene.kernel(test.name);
    const KernelByHand& other = kept.emplace_back(original);
    BoundKernel ours = scene.bind(original), by_hand = scene.bind(other.kernel);
    const auto boxes = scene.boxes(ours);
    const auto run = [&](BoundKernel& kernel, int launches) {
      for (int n = 0; n < launches; ++n) kernel.run_on_device(device, *scene.memory, boxes, scene.clock);
      device.finish();
    };
    // Both must give the same result from the same values.
    const auto once = [&](BoundKernel& kernel) {
      Ticket ticket = 0;
      device.copy_to_device(scene.pieces(), ticket);
      device.wait(ticket);
      run(kernel, 1);
      return results(scene, device, test);
    };
    const Slot written{scene.number(test.written[0]), 0};
    const std::vector<std::byte> start(scene.memory->data(written),
                                       scene.memory->data(written) + 8 * scene.memory->layout(written.variable).size);
    const auto result = once(ours);
    std::copy(start.begin(), start.end(), scene.memory->data(written));
    if (once(by_hand) != result) {
      std::printf("%s: %s: the version by hand has other results, so it is not compared\n", name.c_str(), test.name);
      continue;
    }

    const auto pair = bench::interleaved([&] { run(ours, repeats); }, [&] { run(by_hand, repeats); }, pairs);
    bench::print((name + ": " + test.name + " against a kernel by hand").c_str(), pair, test.aim);
    if (copy_rate > 0 && test.bytes_a_point > 0) {
      double points = 0;
      for (const LaunchBox& box : boxes) points += static_cast<double>(box.box.points());
      const double rate = repeats * points * test.bytes_a_point / pair.seconds_a;
      std::printf("%-58s %6.3f  aim 0.90  %s\n", (name + ": " + test.name + " as a fraction of the copy").c_str(),
                  rate / copy_rate, rate >= 0.9 * copy_rate ? "met" : "missed");
    }
  }
}

int measure(long cells, int pairs, long matrix, const std::vector<std::string>& devices) {
  Scene scene("speed", cells, {{"rows", matrix}, {"inner", matrix}});
  std::printf(
      "kernels against versions by hand, fields of %ld^3 cells, a matrix of %ld^2, %d interleaved pairs; each ratio "
      "compares speeds: 1 means equal\n",
      cells, matrix, pairs);
  on_host(scene, pairs);
  std::map<std::string, std::string> libraries;
  for (const auto& [name, library] : scene.path.devices()) libraries[name] = library;
  for (const std::string& name : devices) {
    if (!libraries.contains(name)) throw Error("no device plugin \"" + name + "\" is installed");
    DevicePlugin& plugin = *load_plugin(libraries[name], "device", name).device();
    if (plugin.find(omp_get_max_threads()).empty()) {
      std::printf("%s: %s\n", name.c_str(), plugin.why_none().c_str());
      continue;
    }
    DeviceOptions options;
    options.threads = omp_get_max_threads();
    const auto device = plugin.open(options);
    scene.create_variables(*device);
    on_device(scene, *device, name, pairs);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  // Threads that spin between OpenMP's regions would slow down the other backends.
  if (setenv("OMP_WAIT_POLICY", "passive", 0) == 0 && std::getenv("NOPAL_BENCH_STARTED") == nullptr) {
    setenv("NOPAL_BENCH_STARTED", "1", 1);
    execv("/proc/self/exe", argv);
  }
  bench::CommandLine line(
      "Compares kernels on each backend with versions by hand, and measures how long a block waits.\n"
      "On a GPU use fields that are larger than its caches: 400 11 8192");
  long cells = 200, pairs = 11, matrix = 2048;
  std::vector<std::string> devices{"opencl", "cuda"};
  line.number("cells", cells, "Cells of the fields along each axis");
  line.number("pairs", pairs, "Pairs of measurements");
  line.number("matrix", matrix, "Rows and columns of the matrix");
  line.words("devices", devices, "Device plugins");
  return line.main(argc, argv, [&] { return measure(cells, static_cast<int>(pairs), matrix, devices); });
}
