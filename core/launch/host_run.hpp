#pragma once
// Where and when a phase of a stencil runs on the host.

#include "core/host/host_backend.hpp"
#include "core/launch/bound_kernel.hpp"

namespace nopal {

struct HostRun {
  HostMemory* memory = nullptr;
  KernelClock clock;
  HostVersion version = HostVersion::plain;
  HostBackend* backend = nullptr; ///< its members share the points; null: the calling thread computes all of them

  /// Returns how many threads share a box with so many points. Small boxes are computed by one thread.
  int members(long points) const;
  /// Computes the parts 0 to n - 1, in parallel if `members` is more than 1. See HostBackend::share.
  void share(int members, long n, const PartsFunction& work) const;
};

} // namespace nopal
