#include "core/kernels/host_kernel.hpp"

#include "core/host/host_backend.hpp"

#include <algorithm>
#include <functional>

namespace nopal::host_kernel {

namespace {

/// Launches with fewer points run in one thread, because threads would cost more than they gain.
constexpr long points_worth_threads = 4096;

long rows(const Box& box) { return box.empty() ? 0 : box.extent(1) * box.extent(2); }

/// Calls part(member, n_members) for each member of the backend, or part(0, 1) if threads are not worth it.
template <class Part> void share(const HostLaunch& launch, const Part& part) {
  long points = 0;
  for (long b = 0; b < launch.n_boxes; ++b) points += launch.boxes[b].box.points();
  if (launch.backend != nullptr && launch.backend->members() > 1 && points >= points_worth_threads)
    launch.backend->share(std::ref(part)); // by reference: a copy could need an allocation
  else
    part(0, 1);
}

} // namespace

void over_rows(const HostLaunch& launch, RowFunction compute) {
  share(launch, [&](long member, long n_members) {
    for (long b = 0; b < launch.n_boxes; ++b) {
      const long n_rows = rows(launch.boxes[b].box);
      compute(launch, launch.boxes[b], n_rows * member / n_members, n_rows * (member + 1) / n_members);
    }
  });
}

void over_columns(const HostLaunch& launch, VerticalOrder order, RowFunction compute) {
  const std::span boxes(launch.boxes, static_cast<std::size_t>(launch.n_boxes));
  if (share_columns(boxes)) { // a column's parts in two boxes would be computed by different members
    for (const LaunchBox& box : in_order(boxes, order)) compute(launch, box, 0, rows(box.box));
    return;
  }
  share(launch, [&](long member, long n_members) {
    for (const LaunchBox& box : boxes) {
      LaunchBox part = box;
      const long first = box.box.lower[1], n_j = std::max(0L, box.box.extent(1));
      part.box.lower[1] = first + n_j * member / n_members;
      part.box.upper[1] = first + n_j * (member + 1) / n_members;
      compute(launch, part, 0, rows(part.box));
    }
  });
}

} // namespace nopal::host_kernel
