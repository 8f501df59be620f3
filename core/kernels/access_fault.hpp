#pragma once
// The first access of a launch to a point that is not stored, in kernels with guarded fields
// (KernelArgument::is_guarded): kernels whose text does not show how far they read.

#include "core/kernels/launch.hpp"

#include <mutex>
#include <optional>

namespace nopal {

/// An access to a point that is not stored.
struct WrongAccess {
  int field = 0; ///< position in Kernel::arguments
  Index point{0, 0, 0}, at{0, 0, 0};
  int line = 0; ///< of the .kernel file
};

/// Throws the Error of an access. `stored`: the points of the field that are stored. `grid`: null if it is not known.
[[noreturn]] void fail(const Kernel& kernel, const WrongAccess& access, const Box& stored,
                       const KernelGrid* grid = nullptr);

/// Gathers the wrong accesses of all threads of a launch.
class AccessFault {
public:
  /// Keeps the access of the first point: the smallest k, then j, then i. Any thread may call this.
  void report(const WrongAccess& access);
  /// Throws the Error of the access that was kept, if there is one.
  void raise_if_any(const Kernel& kernel, const HostLaunch& launch) const;

private:
  std::mutex mutex_;
  std::optional<WrongAccess> first_;
};

/// Runs the plain version of a kernel with guarded fields. Throws Error after a wrong access; such an access has read
/// another point, which is stored.
void run_guarded(const Kernel& kernel, const HostLaunch& launch, HostKernel run);

} // namespace nopal
