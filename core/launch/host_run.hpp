#pragma once
// Where and when a phase of a stencil runs on the host.

#include "core/host/host_backend.hpp"
#include "core/launch/bound_kernel.hpp"

#include <functional>

namespace nopal {

struct HostRun {
  HostMemory* memory = nullptr;
  KernelClock clock;
  HostVersion version = HostVersion::plain;
  HostBackend* backend = nullptr; ///< its members share the points; null: the calling thread computes all of them

  /// Returns how many threads share a box with so many points. Small boxes are computed by one thread.
  int members(long points) const;
  /// Calls work(member, members) for each member, in parallel.
  void share(int members, const std::function<void(int member, int n_members)>& work) const;
};

} // namespace nopal
