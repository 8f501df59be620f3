#pragma once
// Checks the accesses of the bounds-checked version of a host kernel.

#include "core/kernels/launch.hpp"

#include <optional>
#include <vector>

namespace nopal {

/// Returns the element offset of a point of a field from point (0, 0, 0), or nothing if the point is not stored. Along
/// an axis that does not exist every index means the only plane.
std::optional<long> stored_offset(const HostLaunch& launch, int field, const Index& at);

/// Checks one launch. Throws Error for an access that the declarations do not allow.
class AccessChecker {
public:
  AccessChecker(const Kernel& kernel, const HostLaunch& launch);

  /// Call this before the body computes a point.
  void begin(const Index& point) { point_ = point; }
  /// Call this after it. Throws Error if a field that is only written was not written at this point.
  void end();

  /// Returns the element offset of the point in field number `field`. Throws Error if the point is not stored.
  long read(int field, const Index& at) const;
  /// The same for a field that this launch also writes. Throws Error if another point of the launch is read, because
  /// another thread may have written it already or not.
  long read_of_written(int field, const Index& at) const;
  /// Throws Error unless `at` is the point being computed and is stored.
  long write(int field, const Index& at);

  const HostLaunch& launch() const { return launch_; }

private:
  long offset(int field, const Index& at, const char* access) const;
  [[noreturn]] void fail(int field, const Index& at, const char* access, const std::string& why) const;
  const Kernel& kernel_;
  const HostLaunch& launch_;
  Index point_{0, 0, 0};
  std::vector<char> is_write_only_; ///< by field
  std::vector<char> written_;       ///< by field, at this point
};

} // namespace nopal
