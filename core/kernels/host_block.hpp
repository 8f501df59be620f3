#pragma once
// Generated host versions of block kernels use this: the point of a thread, and atomic operations.

#include "core/kernels/block_shape.hpp"
#include "core/kernels/host_kernel.hpp"
#include "core/kernels/host_watched_block.hpp"

#include <atomic>
#include <functional>
#include <type_traits>

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

template <class T>
concept Plain = std::integral<std::remove_cvref_t<T>> || std::floating_point<std::remove_cvref_t<T>>;

/// Replaces the old value of a variable by next(old, value) in one step. Returns the old value. In the checked version
/// `target` may be a watched element.
template <class Target, class Next> auto atomic_change(std::remove_reference_t<Target>& target, auto value, Next next) {
  if constexpr (Plain<Target>) {
    static_assert(std::is_lvalue_reference_v<Target>,
                  "atomics change a variable that the kernel both reads and writes");
    using T = std::remove_cvref_t<Target>;
    std::atomic_ref variable(target);
    T old = variable.load(std::memory_order_relaxed);
    while (!variable.compare_exchange_weak(old, static_cast<T>(next(old, static_cast<T>(value))),
                                           std::memory_order_relaxed)) {
    }
    return old;
  } else {
    auto& number = target.atomic_target();
    return atomic_change<decltype(number)>(number, value, next);
  }
}

/// Returns the integer that an argument stands for.
template <class T> std::integral auto whole(const T& value) { return plain_value(value); }

template <class Target> auto atomic_add(Target&& target, auto value) {
  return atomic_change<Target>(target, value, std::plus<>());
}
template <class Target> auto atomic_sub(Target&& target, auto value) {
  return atomic_change<Target>(target, value, std::minus<>());
}
template <class Target> auto atomic_min(Target&& target, auto value) {
  return atomic_change<Target>(target, value, [](auto old, auto other) { return other < old ? other : old; });
}
template <class Target> auto atomic_max(Target&& target, auto value) {
  return atomic_change<Target>(target, value, [](auto old, auto other) { return other > old ? other : old; });
}
template <class Target> auto atomic_exch(Target&& target, auto value) {
  return atomic_change<Target>(target, value, [](auto /*old*/, auto other) { return other; });
}
template <class Target> auto atomic_and(Target&& target, auto value) {
  return atomic_change<Target>(target, whole(value), std::bit_and<>());
}
template <class Target> auto atomic_or(Target&& target, auto value) {
  return atomic_change<Target>(target, whole(value), std::bit_or<>());
}
template <class Target> auto atomic_xor(Target&& target, auto value) {
  return atomic_change<Target>(target, whole(value), std::bit_xor<>());
}
/// Counts up to `last`, then from 0 again, as in CUDA.
template <class Target> auto atomic_inc(Target&& target, auto last) {
  return atomic_change<Target>(target, whole(last),
                               []<std::integral T>(T old, T end) { return old >= end ? T{0} : old + 1; });
}
/// Counts down to 0, then from `last` again, also after a value above `last`.
template <class Target> auto atomic_dec(Target&& target, auto last) {
  return atomic_change<Target>(target, whole(last),
                               []<std::integral T>(T old, T end) { return old == 0 || old > end ? end : old - 1; });
}
template <class Target> auto atomic_cas(Target&& target, auto compare, auto value) {
  return atomic_change<Target>(target, value, [compare](auto old, auto other) {
    return old == static_cast<decltype(old)>(compare) ? other : old;
  });
}

} // namespace nopal_dialect
