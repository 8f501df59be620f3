#include "core/kernels/host_kernel.hpp"

#include "core/host/host_backend.hpp"

#include <algorithm>
#include <functional>

namespace nopal::host_kernel {

namespace {

/// Launches with fewer points run in one thread, because threads would cost more than they gain.
constexpr long points_worth_threads = 4096;

/// A part has about this many points or more, so that taking a part costs little beside computing it.
constexpr long points_of_a_part = 2048;
/// A launch has at most this many parts for each thread. More are not needed: already then, a part is a small piece of
/// the work of a thread, and at the end of the launch a thread waits only for the last parts of another one.
constexpr long parts_of_a_member = 32;

long rows(const Box& box) { return box.empty() ? 0 : box.extent(1) * box.extent(2); }

/// Cuts the launch into n parts and calls compute(first, last, n) for ranges of them. Threads share the parts if they
/// are worth it.
template <class Compute> void share(const HostLaunch& launch, const Compute& compute) {
  long points = 0;
  for (long b = 0; b < launch.n_boxes; ++b) points += launch.boxes[b].box.points();
  const int members = launch.backend == nullptr ? 1 : launch.backend->members();
  if (members == 1 || points < points_worth_threads) {
    compute(0, 1, 1);
    return;
  }
  const long n = std::min(points / points_of_a_part + 1, parts_of_a_member * members);
  const auto parts = [&](int /*member*/, long first, long last) { compute(first, last, n); };
  launch.backend->share(n, std::ref(parts)); // by reference: a copy could need an allocation
}

} // namespace

void over_rows(const HostLaunch& launch, RowFunction compute) {
  share(launch, [&](long first, long last, long n) {
    for (long b = 0; b < launch.n_boxes; ++b) {
      const long n_rows = rows(launch.boxes[b].box);
      compute(launch, launch.boxes[b], n_rows * first / n, n_rows * last / n);
    }
  });
}

void over_columns(const HostLaunch& launch, VerticalOrder order, RowFunction compute) {
  const std::span boxes(launch.boxes, static_cast<std::size_t>(launch.n_boxes));
  if (share_columns(boxes)) { // a column's parts in two boxes would be computed by different members
    for (const LaunchBox& box : in_order(boxes, order)) compute(launch, box, 0, rows(box.box));
    return;
  }
  share(launch, [&](long first, long last, long n) {
    for (const LaunchBox& box : boxes) {
      LaunchBox part = box;
      const long lower = box.box.lower[1], n_j = std::max(0L, box.box.extent(1));
      part.box.lower[1] = lower + n_j * first / n;
      part.box.upper[1] = lower + n_j * last / n;
      compute(launch, part, 0, rows(part.box));
    }
  });
}

} // namespace nopal::host_kernel
