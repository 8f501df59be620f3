// Measures how fast the functions of docs/maths.md are in kernels: on the host against loops over the C library and
// over libmvec, on an OpenCL or CUDA device against the device's own functions. One thread, fields in the cache.

#include "bench/command_line.hpp"
#include "bench/functions_by_hand.hpp"
#include "bench/pairs.hpp"
#include "bench/scene.hpp"
#include "core/base/error.hpp"
#include "core/device/device_plugin.hpp"
#include "core/plugins/loader.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace {

using namespace nopal;
using bench::Scene;

/// Where a function gets its arguments from.
struct Arguments {
  const char* name;
  double lower, upper;
  double second_lower = 0, second_upper = 0;
};
constexpr double pi = std::numbers::pi;
constexpr Arguments all_arguments[] = {{"square", -10, 10},      {"root", -10, 10},
                                       {"exp_and_sin", -10, 10}, {"sin", -pi, pi},
                                       {"cos", -pi, pi},         {"tan", -pi, pi},
                                       {"asin", -1, 1},          {"acos", -1, 1},
                                       {"atan", -10, 10},        {"atan2", -10, 10, -10, 10},
                                       {"sinh", -10, 10},        {"cosh", -10, 10},
                                       {"tanh", -10, 10},        {"asinh", -10, 10},
                                       {"acosh", 1, 10},         {"atanh", -1, 1},
                                       {"exp", -10, 10},         {"exp2", -10, 10},
                                       {"expm1", -10, 10},       {"log", 0, 100},
                                       {"log2", 0, 100},         {"log10", 0, 100},
                                       {"log1p", 0, 100},        {"pow", 0, 100, -10, 10},
                                       {"cbrt", -100, 100},      {"hypot", -10, 10, -10, 10},
                                       {"erf", -3, 3},           {"erfc", -3, 10}};

class Measurement {
public:
  Measurement(long cells, int pairs) : scene_("functions", cells), pairs_(pairs) {
    n_ = scene_.memory->layout(scene_.number("u")).size;
    points_ = scene_.decomposition.interior(0).points();
  }

  void on_host() {
    const auto host = make_host_backend("serial", 1, scene_.path);
    std::printf("%-12s %12s %10s %10s\n", "host", "points/s", "to libm", "to libmvec");
    for (const Arguments& arguments : all_arguments) {
      fill(arguments);
      BoundKernel kernel = scene_.bind(scene_.kernel(std::string("of_") + arguments.name));
      const auto boxes = scene_.boxes(kernel);
      const auto ours = [&] {
        for (int n = 0; n < repeats_; ++n)
          kernel.run_on_host(*scene_.memory, boxes, scene_.clock, HostVersion::plain, host.get());
      };
      const auto against = [&](bench::FunctionLoop loop) {
        return bench::interleaved(
            ours,
            [&] {
              for (int n = 0; n < repeats_; ++n) loop(data("v"), data("u"), data("w"), points_);
            },
            pairs_);
      };
      const bench::Pairs libm = against(bench::loop_over_libm(arguments.name));
      const bench::Pairs libmvec = against(bench::loop_over_libmvec(arguments.name));
      print(arguments, libm.seconds_a, {libm.ratio, libmvec.ratio});
    }
  }

  void on_device(DevicePlugin& plugin, int index) {
    DeviceOptions options;
    options.index = index;
    options.threads = 1;
    const auto portable = plugin.open(options);
    options.arithmetic.native_maths = true;
    const auto native = plugin.open(options);
    std::printf("%s, %s\n%-12s %12s %10s\n", portable->description().name.c_str(), portable->description().api.c_str(),
                "device", "points/s", "to native");
    for (Device* const device : {portable.get(), native.get()}) scene_.create_variables(*device);
    for (const Arguments& arguments : all_arguments) {
      fill(arguments);
      for (Device* const device : {portable.get(), native.get()}) {
        Ticket ticket = 0;
        device->copy_to_device(scene_.pieces(), ticket);
        device->wait(ticket);
      }
      const Kernel& text = scene_.kernel(std::string("of_") + arguments.name);
      BoundKernel ours = scene_.bind(text), own = scene_.bind(text);
      const auto boxes = scene_.boxes(ours);
      const auto run = [&](BoundKernel& kernel, Device& device) {
        for (int n = 0; n < repeats_; ++n) kernel.run_on_device(device, *scene_.memory, boxes, scene_.clock);
        device.finish();
      };
      const bench::Pairs pair = bench::interleaved([&] { run(ours, *portable); }, [&] { run(own, *native); }, pairs_);
      print(arguments, pair.seconds_a, {pair.ratio});
    }
  }

private:
  double* data(const char* variable) {
    return reinterpret_cast<double*>(scene_.memory->data({scene_.number(variable), 0}));
  }

  void fill(const Arguments& arguments) {
    const auto value = [](double lower, double upper, long number) {
      return lower + (upper - lower) * (static_cast<double>(number * 7919 % 10007) + 0.5) / 10007;
    };
    for (long n = 0; n < n_; ++n) {
      data("u")[n] = value(arguments.lower, arguments.upper, n);
      data("w")[n] = value(arguments.second_lower, arguments.second_upper, 31 * n + 17);
    }
  }

  void print(const Arguments& arguments, double seconds, const std::vector<double>& ratios) const {
    std::printf("%-12s %12.3e", arguments.name, repeats_ * static_cast<double>(points_) / seconds);
    for (const double ratio : ratios) std::printf(" %10.2f", ratio);
    std::printf("\n");
    std::fflush(stdout);
  }

  Scene scene_;
  int pairs_;
  long n_ = 0;      ///< points that are stored
  long points_ = 0; ///< that a kernel computes, and a loop by hand
  int repeats_ = 4; ///< launches in a timing
};

int measure(long cells, int pairs, const std::vector<std::string>& devices) {
  Measurement measurement(cells, pairs);
  std::printf(
      "functions in kernels, fields of %ld^3 cells, one thread, %d interleaved pairs; a ratio above 1 says that "
      "nopal's functions are faster\n",
      cells, pairs);
  measurement.on_host();
  const SearchPath path = SearchPath::standard();
  for (const auto& [name, library] : path.devices()) {
    if (std::ranges::find(devices, name) == devices.end()) continue;
    DevicePlugin& plugin = *load_plugin(library, "device", name).device();
    const int found = static_cast<int>(plugin.find(1).size());
    if (found == 0) std::printf("%s: %s\n", name.c_str(), plugin.why_none().c_str());
    for (int index = 0; index < found; ++index) measurement.on_device(plugin, index);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  bench::CommandLine line(
      "Compares the functions of docs/maths.md in kernels with those of the C library, of libmvec and of "
      "devices.\nOn a GPU use fields that fill it: 256");
  long cells = 48, pairs = 11;
  std::vector<std::string> devices{"opencl", "cuda"};
  line.number("cells", cells, "Cells of the fields along each axis");
  line.number("pairs", pairs, "Pairs of measurements");
  line.words("devices", devices, "Device plugins");
  return line.main(argc, argv, [&] { return measure(cells, static_cast<int>(pairs), devices); });
}
