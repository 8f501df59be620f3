#pragma once
// The bounds-checked version of loops over sets.

#include "core/kernels/loop.hpp"

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// Throws the Error of an increment on integers whose result needs more than 64 bits.
[[noreturn]] void fail_overflow();

/// Checks the accesses of one segment. Throws Error for the first wrong one.
class LoopChecker {
public:
  LoopChecker(const LoopKernel& kernel, const HostLoop& loop);

  /// Call this before the body runs at an element of the set.
  void begin(long element);
  /// Call this after it. Throws Error if a component that the loop writes has no value.
  void end() const;
  /// Checks a component of an argument, and the target if it has a map. `n_targets`: of this element.
  void check(int argument, long target, long n_targets, long component) const;
  void check(int argument, long component) const { check(argument, 0, 1, component); }
  /// Notes that a component was written.
  void wrote(int argument, long component) { written_[static_cast<std::size_t>(argument)] |= 1UL << component; }

private:
  [[noreturn]] void fail(int argument, const std::string& what) const;
  const LoopKernel& kernel_;
  const HostLoop& loop_;
  long element_ = 0;
  std::vector<std::uint64_t> written_; ///< by argument: a bit for each component
};

} // namespace nopal

namespace nopal_dialect {

/// The accessors of host_loop.hpp with checks.
template <class Assigned, class T> struct CheckedWritten {
  nopal::LoopChecker* checker;
  int argument;
  T* values;
  Assigned operator()(std::integral auto component) const {
    checker->check(argument, component);
    checker->wrote(argument, component);
    return Assigned(values + component);
  }
};
/// `Accessor`: that of the plain version, which finds the value.
template <class Accessor> struct CheckedAccess {
  nopal::LoopChecker* checker;
  int argument;
  long n_targets;
  Accessor accessor;
  decltype(auto) operator()(std::integral auto target, std::integral auto component) const {
    checker->check(argument, target, n_targets, component);
    return accessor(target, component);
  }
  decltype(auto) operator()(std::integral auto component) const {
    checker->check(argument, component);
    return accessor(component);
  }
};
template <class Accessor> CheckedAccess(nopal::LoopChecker*, int, long, Accessor) -> CheckedAccess<Accessor>;

} // namespace nopal_dialect
