#pragma once
// Generated host versions of loops over sets use this: how a body reaches the values of an element and of its targets.

#include "core/kernels/host_dialect.hpp"
#include "core/kernels/host_lanes.hpp"
#include "core/kernels/loop.hpp"
#include "core/kernels/loop_checks.hpp"
#include "core/kernels/loop_recording.hpp"
#include "core/kernels/map_rows.hpp"
#include "core/kernels/staged_block.hpp"

namespace nopal_dialect {

/// A value that can only be assigned to.
template <class T> struct Assigned {
  T* address;
  T operator=(T value) const { return *address = value; } // NOLINT: a value, as in the kernel dialect
  explicit Assigned(T* target) : address(target) {}
  Assigned(const Assigned&) = default;
  Assigned& operator=(const Assigned&) = delete;
};

/// Change a value. Throw Error if an integer overflows.
template <class T> inline void add(T& to, T value) {
  if constexpr (std::is_same_v<T, double>)
    to += value;
  else if (__builtin_add_overflow(to, value, &to))
    nopal::fail_overflow();
}
template <class T> inline void subtract(T& from, T value) {
  if constexpr (std::is_same_v<T, double>)
    from -= value;
  else if (__builtin_sub_overflow(from, value, &from))
    nopal::fail_overflow();
}

/// A value that can only be added to.
template <class T> struct Added {
  T* address;
  void operator+=(T value) const { add(*address, value); }
  void operator-=(T value) const { subtract(*address, value); }
};

/// The values of the loop's own element. T is const if they are only read.
template <class T> struct OfElement {
  T* values;
  T& operator()(std::integral auto component) const { return values[component]; }
};
template <class T> struct OfElementWritten {
  T* values;
  Assigned<T> operator()(std::integral auto component) const { return Assigned<T>(values + component); }
};

/// The values of the targets of a map.
template <class T, int components> struct OfTargets {
  const T* values;
  const std::int32_t* row;
  const T& operator()(std::integral auto target, std::integral auto component) const {
    return values[static_cast<long>(row[target]) * components + component];
  }
};

/// What an element adds to the targets of a map of fixed arity: it is summed here first.
template <class T, int components> struct AddedToTargets {
  T* sums;
  Added<T> operator()(std::integral auto target, std::integral auto component) const {
    return {sums + target * components + component};
  }
};
/// The same for one target.
template <class T> struct AddedToTarget {
  T* sums;
  Added<T> operator()(std::integral auto component) const { return {sums + component}; }
};

/// What an element adds to the targets of a map of varying arity. -1 is nobody.
template <class T, int components> struct AddedAtOnce {
  T* values;
  const std::int32_t* row;
  struct To {
    T* address; ///< null: nobody
    void operator+=(T value) const {
      if (address != nullptr) add(*address, value);
    }
    void operator-=(T value) const {
      if (address != nullptr) subtract(*address, value);
    }
  };
  To operator()(std::integral auto target, std::integral auto component) const {
    return {row[target] < 0 ? nullptr : values + static_cast<long>(row[target]) * components + component};
  }
};

/// The number of targets of the element.
struct Targets {
  long n;
};
inline long count(const Targets& targets) { return targets.n; }

/// Adds what an element has summed to one target. -1 is nobody. Throws Error if integers overflow.
template <int components, class T> inline void add_sums(T* values, std::int32_t target, const T* sums) {
  if (target < 0) return;
  T* const to = values + static_cast<long>(target) * components;
  for (int c = 0; c < components; ++c) add(to[c], sums[c]);
}

/// Adds to a value that no other thread changes meanwhile. Sources for devices have an atomic one in its place.
inline void nopal_add(double* to, double value) { *to += value; }

/// Calls compute(e) for each element of a launch of LoopKernel::device.
template <class Compute> inline void over_elements(const nopal::HostLaunch& launch, const Compute& compute) {
  for (long b = 0; b < launch.n_boxes; ++b) {
    const nopal::Box& box = launch.boxes[b].box;
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) compute(j * nopal::elements_in_row + i);
  }
}

/// The sum of nothing: x + nothing is x for every x, also for -0.0.
template <class T> inline constexpr T nothing = T(-0.0);

} // namespace nopal_dialect
