#pragma once
// Watches the accesses of the bounds-checked version of a block kernel.

#include "core/kernels/launch.hpp"

namespace nopal {

/// Watches one thread; throws Error for what leaves the memory that there is, or the boxes of the launch where the
/// kernel has promised to write those.
class BlockChecker {
public:
  BlockChecker(const Kernel& kernel, const HostBlock& block) : kernel_(kernel), block_(block) {}

  /// `field` is a position among the fields. Element offset of the point, or Error.
  long read(int field, const Index& at) const;
  /// Threads may read what their block has written.
  long read_of_written(int field, const Index& at) const { return read(field, at); }
  long write(int field, const Index& at) const;
  /// `argument` is a position among the arguments, that of an array; its `axes` indices. Error where it has no such
  /// element.
  void element(int argument, const HostArray& array, const Index& at) const;

  const HostLaunch& launch() const { return *block_.launch; }

private:
  [[noreturn]] void fail(int argument, const Index& at, const char* access, const std::string& why) const;
  const Kernel& kernel_;
  const HostBlock& block_;
};

} // namespace nopal
