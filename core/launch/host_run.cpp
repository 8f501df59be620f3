#include "core/launch/host_run.hpp"

namespace nopal {

namespace {

/// Boxes with fewer points are computed by one thread, because threads would cost more than they gain.
constexpr long points_worth_threads = 4096;

} // namespace

int HostRun::members(long points) const {
  return backend != nullptr && points >= points_worth_threads ? backend->members() : 1;
}

void HostRun::share(int members, long n, const PartsFunction& work) const {
  if (members > 1)
    backend->share(n, work);
  else
    work(0, 0, n);
}

} // namespace nopal
