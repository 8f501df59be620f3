#include "bench/pairs.hpp"
#include "bench/scene.hpp"

#include <dlfcn.h>

namespace bench {

namespace {

/// cuMemcpyDtoDAsync; 0 is success.
using CopyOnDevice = int (*)(unsigned long long to, unsigned long long from, std::size_t bytes, void* stream);

} // namespace

double copy_rate_on_gpu(Scene& scene, nopal::Device& device) {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW);
  const auto copy = driver == nullptr ? nullptr : reinterpret_cast<CopyOnDevice>(dlsym(driver, "cuMemcpyDtoDAsync_v2"));
  if (copy == nullptr) return 0;
  const int u = scene.number("u");
  const auto bytes = 8 * static_cast<std::size_t>(scene.memory->layout(u).size);
  const auto to = reinterpret_cast<unsigned long long>(device.native()->pointer({u, 0}));
  const auto from = reinterpret_cast<unsigned long long>(device.native()->pointer({scene.number("v"), 0}));
  std::vector<double> rates;
  for (int n = 0; n < 12; ++n) {
    const auto current = device.native()->make_current();
    constexpr int copies = 16;
    bool failed = false;
    const double time = seconds([&] {
      for (int c = 0; c < copies; ++c) failed = copy(to, from, bytes, device.native()->native_queue()) != 0 || failed;
      device.finish();
    });
    if (failed) return 0;
    if (n > 0) rates.push_back(2.0 * static_cast<double>(copies * bytes) / time);
  }
  return median(rates);
}

} // namespace bench
