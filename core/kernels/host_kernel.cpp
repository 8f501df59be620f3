#include "core/kernels/host_kernel.hpp"

#include "core/host/host_backend.hpp"

#include <functional>

namespace nopal::host_kernel {

namespace {

/// Launches with fewer points run in one thread, because threads would cost more than they gain.
constexpr long points_worth_threads = 4096;

long rows(const Box& box) { return box.empty() ? 0 : box.extent(1) * box.extent(2); }

} // namespace

void over_rows(const HostLaunch& launch, RowFunction compute) {
  const auto part = [&](long member, long n_members) {
    for (long b = 0; b < launch.n_boxes; ++b) {
      const long n_rows = rows(launch.boxes[b].box);
      compute(launch, launch.boxes[b], n_rows * member / n_members, n_rows * (member + 1) / n_members);
    }
  };
  long points = 0;
  for (long b = 0; b < launch.n_boxes; ++b) points += launch.boxes[b].box.points();
  if (launch.backend != nullptr && launch.backend->members() > 1 && points >= points_worth_threads)
    launch.backend->share(std::ref(part)); // by reference: a copy could need an allocation
  else
    part(0, 1);
}

} // namespace nopal::host_kernel
