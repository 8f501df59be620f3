// Compares stencils with loops by hand in one run: diffusion and advection_z on the host, with 1 thread and with all,
// against loops over whole arrays and against the best loops that we could write. Before timing, the results are
// compared bit by bit. Then measures how the cost of a stencil grows with its stages, and on devices compares it with
// kernels by hand.

#include "bench/command_line.hpp"
#include "bench/opencl_stencils.hpp"
#include "bench/pairs.hpp"
#include "bench/stencil_scene.hpp"
#include "bench/wave_by_hand.hpp"
#include "core/base/error.hpp"
#include "core/device/device_plugin.hpp"
#include "core/plugins/host_backends.hpp"
#include "core/plugins/loader.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <set>

namespace {

using namespace nopal;
using bench::StencilScene;

struct Settings {
  Index cells{256, 256, 80};
  int pairs = 11;
  int again() const { return 10 * pairs; } ///< interrupted pairs that are measured again
};

/// A loop by hand, and the smallest ratio that the stencil should reach.
struct ByHand {
  const char* name;
  std::function<void()> run;
  double aim; ///< 0: none
};

/// A stencil and its loops by hand. The last one is the best.
struct Case {
  std::unique_ptr<StencilScene> scene;
  std::string thorn;
  std::string result;   ///< the variable that is compared
  double bytes_a_point; ///< smallest possible traffic to memory
  std::vector<ByHand> by_hand;
};

constexpr double against_arrays = 2, against_best = 0.95;

Case diffusion(const Settings& settings) {
  auto scene = std::make_unique<StencilScene>("diffusion", settings.cells, 2);
  scene->fill("u", 0, 0, 0);
  scene->fill("u", 1, 0, 10);
  scene->fill("coeff", 0, 0.01, 0.025);
  const bench::Points points = scene->points();
  const bench::Diffusion fields{scene->field("u"), scene->field("u", 1), scene->field("coeff")};
  const bench::DiffusionArrays arrays{scene->extra_field(), scene->extra_field(), scene->extra_field()};
  return {std::move(scene),
          "diffusion",
          "u",
          24,
          {{"whole arrays", [=] { diffuse_by_arrays(fields, arrays, points); }, against_arrays},
           {"one loop, simple", [=] { diffuse_by_rows(fields, points); }, 0},
           {"one loop, the best", [=] { diffuse_by_vectors(fields, points); }, against_best}}};
}

Case advection(const Settings& settings) {
  auto scene = std::make_unique<StencilScene>("advection_z", settings.cells, 1);
  scene->fill("u", 0, 0, 0);
  scene->fill("u", 1, 0, 10);
  scene->fill("wcon", 0, -0.05, 0.05);
  scene->fill("utens", 0, -0.005, 0.005);
  const bench::Points points = scene->points();
  const bench::Advection fields{scene->field("u"), scene->field("u", 1), scene->field("utens"), scene->field("wcon"),
                                0.15};
  const bench::AdvectionArrays arrays{scene->extra_field(), scene->extra_field()};
  return {std::move(scene),
          "advection_z",
          "u",
          32,
          {{"whole arrays", [=] { advect_by_arrays(fields, arrays, points); }, against_arrays},
           {"one loop, simple", [=] { advect_by_rows(fields, points); }, 0},
           {"one loop, the best", [=] { advect_by_vectors(fields, points); }, against_best}}};
}

/// Two triads over arrays of the grid's size. A rate is in bytes per second, 24 bytes for each element.
class Triads {
public:
  explicit Triads(const Index& cells) : elements_(cells[0] * cells[1] * cells[2] / 8 * 8) {
    for (auto& array : arrays_) {
      array = std::make_unique<bench::Scratch>(static_cast<std::size_t>(elements_) + 64);
      double* data = array->data();
#pragma omp parallel for
      for (long n = 0; n < elements_; ++n) data[n] = 1;
    }
  }

  struct Rates {
    double ordinary, streaming;
  };
  Rates measure(const Settings& settings) const {
    double *a = arrays_[0]->data(), *b = arrays_[1]->data(), *c = arrays_[2]->data();
    const bench::Pairs pairs =
        bench::interleaved([&] { bench::triad(a, b, c, 3.0, elements_); },
                           [&] { bench::streaming_triad(a, b, c, 3.0, elements_); }, settings.pairs, settings.again());
    const double bytes = 24.0 * static_cast<double>(elements_);
    return {bytes / pairs.seconds_a, bytes / pairs.seconds_b};
  }

private:
  long elements_;
  std::array<std::unique_ptr<bench::Scratch>, 3> arrays_;
};

double millions(const Case& test, double seconds) {
  const Index n = test.scene->points().n;
  return 1e-6 * static_cast<double>(n[0] * n[1] * n[2]) / seconds;
}

void print_pair(const std::string& what, const bench::Pairs& pair, double aim) {
  std::printf("%-52s %6.3f  (%.3f to %.3f)", what.c_str(), pair.ratio, pair.low, pair.high);
  if (aim > 0)
    std::printf("  aim %.2f  %s", aim, pair.ratio >= aim ? "met" : "missed");
  else
    std::printf("  (no aim)");
  if (pair.interrupted > 0) std::printf("  %d pairs interrupted", pair.interrupted);
  std::printf("\n");
  std::fflush(stdout);
}

void print_rate(const std::string& what, double rate) {
  std::printf("%-52s %6.0f million points/s\n", what.c_str(), rate);
}

bool same_bits(const std::vector<double>& one, const std::vector<double>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  });
}

std::vector<double> result_of(Case& test, const std::function<void()>& run) {
  test.scene->fill(test.result, 0, 0, 0);
  run();
  return test.scene->values(test.result);
}

void on_host(Case& test, const Settings& settings, int threads, const Triads& triads) {
  omp_set_num_threads(threads);
  const auto host = make_host_backend("threads", threads, SearchPath::standard()); // nopal's default
  HostStencil& stencil = test.scene->on_host(threads);
  const std::string title = test.thorn + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  std::printf("%s: %s\n", title.c_str(), stencil.text(0).c_str());
  const std::function<void()> ours = [&] {
    stencil.run(test.scene->memory(), test.scene->clock, HostVersion::plain, host.get());
  };
  const Triads::Rates triad = triads.measure(settings);
  double best = 0;
  for (const ByHand& other : test.by_hand) {
    if (!same_bits(result_of(test, ours), result_of(test, other.run))) {
      std::printf("%s: %s has other results, so it is not compared\n", title.c_str(), other.name);
      continue;
    }
    const bench::Pairs pair = bench::interleaved(ours, other.run, settings.pairs, settings.again());
    print_pair(title + " against " + other.name, pair, other.aim);
    print_rate("  stencil", millions(test, pair.seconds_a));
    print_rate(std::string("  ") + other.name, best = millions(test, pair.seconds_b));
  }
  const double rate = 1e6 * best * test.bytes_a_point;
  std::printf("%-52s %6.3f of the streaming triad's %.1f GB/s, %.3f of the ordinary one's %.1f GB/s\n",
              "  the best loop, counted on compulsory traffic", rate / triad.streaming, 1e-9 * triad.streaming,
              rate / triad.ordinary, 1e-9 * triad.ordinary);
  std::fflush(stdout);
}

/// The cost of chains of 1 to 64 stages. Each is timed in turn with the chain of one stage.
void on_chains(const Settings& settings, int threads) {
  omp_set_num_threads(threads);
  const auto host = make_host_backend("threads", threads, SearchPath::standard());
  const auto make = [&](int n_stages) {
    auto scene =
        std::make_unique<StencilScene>("chain_" + std::to_string(n_stages), settings.cells, (n_stages + 1) / 2);
    scene->fill("u", 0, 0, 0);
    scene->fill("u", 1, 0, 1);
    return scene;
  };
  const auto single = make(1);
  HostStencil& one = single->on_host(threads);
  for (const int n_stages : {1, 2, 4, 8, 16, 32, 64}) {
    const auto scene = make(n_stages);
    HostStencil& chain = scene->on_host(threads);
    const bench::Pairs pair =
        bench::interleaved([&] { chain.run(scene->memory(), scene->clock, HostVersion::plain, host.get()); },
                           [&] { one.run(single->memory(), single->clock, HostVersion::plain, host.get()); },
                           settings.pairs, settings.again());
    const double cost = 1 / (pair.ratio * n_stages);
    const Index n = scene->points().n;
    std::printf(
        "%2d stages, %d threads: %7.3f ns for a point and stage; %.3f (%.3f to %.3f) of the cost of a chain of one "
        "stage times %d, aim at most 1.20  %s\n  %s\n",
        n_stages, threads, 1e9 * pair.seconds_a / static_cast<double>(n[0] * n[1] * n[2] * n_stages), cost,
        1 / (pair.high * n_stages), 1 / (pair.low * n_stages), n_stages, cost <= 1.2 ? "met" : "missed",
        chain.text(0).c_str());
    std::fflush(stdout);
  }
}

/// A stencil by hand on a device.
class HandOnDevice {
public:
  HandOnDevice(StencilScene& scene, Device& device, const bench::HandStencil& stencil)
      : scene_(scene), device_(device) {
    const Index n = scene.points().n;
    for (const bench::HandLaunch& each : stencil.launches) {
      const Box box{{-each.below[0], -each.below[1], 0}, {n[0] + each.above[0], n[1] + each.above[1], n[2]}};
      launches_.emplace_back(scene.bind(*each.kernel), LaunchBox{box, {0, 0, 0}, {0, 0, 0}});
    }
  }
  void run() {
    for (auto& [kernel, box] : launches_) kernel.run_on_device(device_, scene_.memory(), {&box, 1}, scene_.clock);
    device_.finish();
  }

private:
  StencilScene& scene_;
  Device& device_;
  std::deque<std::pair<BoundKernel, LaunchBox>> launches_;
};

void on_device(Case& test, const Settings& settings, Device& device, const std::string& name, StencilWay way) {
  StencilScene& scene = *test.scene;
  DeviceStencil& stencil = scene.on_device(device, way);
  const std::string title = test.thorn + ", " + name + ", " + to_string(way);
  std::printf("%s: %s\n", title.c_str(), stencil.account().c_str());
  const std::function<void()> ours = [&] {
    stencil.run(device, scene.memory(), scene.clock);
    device.finish();
  };
  const auto values = [&](const std::function<void()>& run) {
    scene.fill(test.result, 0, 0, 0);
    scene.copy_to(device, test.result);
    run();
    scene.copy_from(device, test.result);
    return scene.values(test.result);
  };
  for (const bench::HandStencil& version : bench::opencl_stencils(test.thorn)) {
    HandOnDevice by_hand(scene, device, version);
    if (!same_bits(values(ours), values([&] { by_hand.run(); }))) {
      std::printf("%s: %s has other results, so it is not compared\n", title.c_str(), version.name.c_str());
      continue;
    }
    const bench::Pairs pair = bench::interleaved(ours, [&] { by_hand.run(); }, settings.pairs, settings.again());
    print_pair(title + " against " + version.name, pair, 1 / 1.2);
    print_rate("  stencil", millions(test, pair.seconds_a));
    print_rate("  " + version.name, millions(test, pair.seconds_b));
  }
}

/// Returns the device opencl if it runs on a CPU: the kernels by hand are for CPUs. `threads`: that it may use.
std::unique_ptr<Device> open_opencl(int threads) {
  for (const auto& [name, library] : SearchPath::standard().devices()) {
    if (name != "opencl") continue;
    DevicePlugin& plugin = *load_plugin(library, "device", name).device();
    if (plugin.find(threads).empty()) {
      std::printf("opencl: %s\n", plugin.why_none().c_str());
      return nullptr;
    }
    DeviceOptions options;
    options.threads = threads;
    auto device = plugin.open(options);
    std::printf("opencl: %s, %s\n", device->description().name.c_str(), device->description().api.c_str());
    return device->description().is_gpu ? nullptr : std::move(device);
  }
  std::printf("the device plugin opencl is not installed\n");
  return nullptr;
}

int measure(const Settings& settings, const std::set<std::string>& parts) {
  std::printf(
      "stencils against loops by hand, %ld x %ld x %ld points, %d interleaved pairs; each ratio compares speeds: 1 "
      "means equal\n",
      settings.cells[0], settings.cells[1], settings.cells[2], settings.pairs);
  const int n_threads = omp_get_max_threads();
  const std::set<int> threads{1, n_threads};
  const Triads triads(settings.cells);
  for (const std::string thorn : {"diffusion", "advection_z"}) {
    if (!parts.contains(thorn)) continue;
    Case test = thorn == "diffusion" ? diffusion(settings) : advection(settings);
    for (const int n : threads) on_host(test, settings, n, triads);
    if (!parts.contains("opencl")) continue;
    const auto device = open_opencl(n_threads);
    if (device == nullptr) continue;
    test.scene->create_variables(*device);
    for (const StencilWay way : {StencilWay::stages, StencilWay::tiles})
      on_device(test, settings, *device, "opencl", way);
  }
  if (parts.contains("chain"))
    for (const int n : threads) on_chains(settings, n);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  bench::CommandLine line("Compares stencils with loops by hand");
  long pairs = 11;
  Settings settings;
  std::vector<std::string> parts{"diffusion", "advection_z", "opencl", "chain"};
  line.number("i", settings.cells[0], "Points along the first axis, a multiple of 8");
  line.number("j", settings.cells[1], "Points along the second axis");
  line.number("k", settings.cells[2], "Points along the third axis, at least 2");
  line.number("pairs", pairs, "Pairs of measurements");
  line.words("parts", parts, "What to measure: diffusion, advection_z, opencl (with them), chain");
  return line.main(argc, argv, [&] {
    settings.pairs = static_cast<int>(pairs);
    if (settings.cells[0] % 8 != 0) throw Error("the loops by hand need a multiple of 8 points along the first axis");
    return measure(settings, {parts.begin(), parts.end()});
  });
}
