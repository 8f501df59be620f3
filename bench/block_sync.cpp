// Measures the time that block_sync() takes on the host.

#include "bench/pairs.hpp"
#include "bench/scene.hpp"

namespace bench {

double block_sync_seconds(Scene& scene, nopal::HostBackend& host, long threads) {
  scene.set("width", threads);
  nopal::BoundKernel kernel = scene.bind(scene.kernel("syncs"));
  const auto boxes = scene.boxes(kernel);
  const auto launch = [&](long syncs) {
    scene.set("syncs", syncs);
    kernel.refresh_parameters(scene.parameters);
    return seconds([&] { kernel.run_on_host(*scene.memory, boxes, scene.clock, nopal::HostVersion::plain, &host); });
  };
  launch(1); // starts the threads
  long syncs = 64;
  while (launch(syncs) < 5e-3 && syncs < 1 << 22) syncs *= 2;
  std::vector<double> costs;
  for (int n = 0; n < 11; ++n) {
    const double without = launch(0);
    costs.push_back((launch(syncs) - without) / static_cast<double>(syncs));
  }
  return median(costs);
}

} // namespace bench
