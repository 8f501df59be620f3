#pragma once
// Checks the accesses of the bounds-checked version of a block kernel.

#include "core/kernels/launch.hpp"

namespace nopal {

/// Checks the accesses of one thread. Throws Error for an access outside of the stored points, and for a write outside
/// of the boxes of the launch if the kernel may only write those.
class BlockChecker {
public:
  BlockChecker(const Kernel& kernel, const HostBlock& block) : kernel_(kernel), block_(block) {}

  /// Returns the element offset of the point of field number `field`; throws Error if it is not stored.
  long read(int field, const Index& at) const;
  /// The same: threads may read what their block has written.
  long read_of_written(int field, const Index& at) const { return read(field, at); }
  long write(int field, const Index& at) const;
  /// Throws Error if array number `field` has no element `at`.
  void element(int field, const Index& at) const;

  const HostLaunch& launch() const { return *block_.launch; }

private:
  long stored(int field, const Index& at, const char* access) const;
  [[noreturn]] void fail(int field, const Index& at, const char* access, const std::string& why) const;
  const Kernel& kernel_;
  const HostBlock& block_;
};

} // namespace nopal
