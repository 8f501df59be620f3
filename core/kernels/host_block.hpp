#pragma once
// Generated host versions of block kernels use this: arrays, atomics, the point of a thread.

#include "core/kernels/block_checks.hpp"
#include "core/kernels/block_shape.hpp"
#include "core/kernels/host_kernel.hpp"

#include <atomic>
#include <type_traits>
#include <utility>

namespace nopal::host_kernel {

/// The point of a thread.
struct BlockPoint {
  Index index;
  double coordinate[3];
  bool inside = true; ///< the point belongs to the box

  explicit BlockPoint(const HostBlock& block) {
    for (int axis = 0; axis < 3; ++axis) {
      const Box& box = block.box->box;
      index[axis] = box.lower[axis] + block.block[axis] * block.threads[axis] + block.thread->index[axis];
      inside = inside && index[axis] < box.upper[axis];
      coordinate[axis] = host_kernel::coordinate(*block.launch->grid, axis, index[axis] + block.box->image[axis]);
    }
  }
};

} // namespace nopal::host_kernel

namespace nopal_dialect {

/// An array of the checked version.
template <class Array> struct CheckedArray : Array {
  const nopal::BlockChecker* checker;
  int field;

  CheckedArray(const nopal::BlockChecker* watcher, int position)
      : Array(watcher->launch().fields[position]), checker(watcher), field(position) {}
  decltype(auto) operator()(std::integral auto... index) const {
    constexpr std::size_t axes = sizeof...(index);
    nopal::Index at{0, 0, 0};
    const long indices[axes] = {static_cast<long>(index)...};
    for (std::size_t axis = 0; axis < axes; ++axis) at[axis] = indices[axis];
    checker->element(field, at);
    return Array::operator()(index...);
  }
};

/// Replaces the target's value by next(value) as one step. Returns the old value.
template <class Next> auto atomic_step(auto& target, Next next) {
  std::atomic_ref value(target);
  auto before = value.load(std::memory_order_relaxed);
  while (!value.compare_exchange_weak(before, next(before), std::memory_order_relaxed)) {
  }
  return before;
}
template <class Target>
concept Plain = std::integral<std::remove_cvref_t<Target>> || std::floating_point<std::remove_cvref_t<Target>>;
/// Changes a variable in one step. In the checked version, `target` may be a Checked::Target in place of a double.
template <class Next> auto atomic_change(auto&& target, Next next) {
  if constexpr (Plain<decltype(target)>) {
    static_assert(std::is_lvalue_reference_v<decltype(target)>,
                  "atomics change a variable that the kernel both reads and writes");
    return atomic_step(target, next);
  } else {
    return atomic_step(target.checked(), next);
  }
}

inline auto atomic_add(auto&& target, auto value) {
  return atomic_change(std::forward<decltype(target)>(target),
                       [value]<class T>(T before) { return static_cast<T>(before + static_cast<T>(value)); });
}
inline auto atomic_sub(auto&& target, auto value) {
  return atomic_change(std::forward<decltype(target)>(target),
                       [value]<class T>(T before) { return static_cast<T>(before - static_cast<T>(value)); });
}
inline auto atomic_min(auto&& target, auto value) {
  return atomic_change(std::forward<decltype(target)>(target), [value]<class T>(T before) {
    return static_cast<T>(static_cast<T>(value) < before ? static_cast<T>(value) : before);
  });
}
inline auto atomic_max(auto&& target, auto value) {
  return atomic_change(std::forward<decltype(target)>(target), [value]<class T>(T before) {
    return static_cast<T>(static_cast<T>(value) > before ? static_cast<T>(value) : before);
  });
}
inline auto atomic_exch(auto&& target, auto value) {
  return atomic_change(std::forward<decltype(target)>(target),
                       [value]<class T>(T /*before*/) { return static_cast<T>(value); });
}
inline auto atomic_and(auto&& target, std::integral auto value) {
  return atomic_change(std::forward<decltype(target)>(target),
                       [value]<std::integral T>(T before) { return static_cast<T>(before & static_cast<T>(value)); });
}
inline auto atomic_or(auto&& target, std::integral auto value) {
  return atomic_change(std::forward<decltype(target)>(target),
                       [value]<std::integral T>(T before) { return static_cast<T>(before | static_cast<T>(value)); });
}
inline auto atomic_xor(auto&& target, std::integral auto value) {
  return atomic_change(std::forward<decltype(target)>(target),
                       [value]<std::integral T>(T before) { return static_cast<T>(before ^ static_cast<T>(value)); });
}
/// Counts up to `last`, then from 0 again, as in CUDA.
inline auto atomic_inc(auto&& target, std::integral auto last) {
  return atomic_change(std::forward<decltype(target)>(target), [last]<std::integral T>(T before) {
    return before >= static_cast<T>(last) ? T{0} : static_cast<T>(before + 1);
  });
}
/// Counts down to 0, then from `last` again, also after a value above `last`.
inline auto atomic_dec(auto&& target, std::integral auto last) {
  return atomic_change(std::forward<decltype(target)>(target), [last]<std::integral T>(T before) {
    return before == 0 || before > static_cast<T>(last) ? static_cast<T>(last) : static_cast<T>(before - 1);
  });
}
inline auto atomic_cas(auto&& target, auto compare, auto value) {
  return atomic_change(std::forward<decltype(target)>(target), [compare, value]<class T>(T before) {
    return before == static_cast<T>(compare) ? static_cast<T>(value) : before;
  });
}

} // namespace nopal_dialect
