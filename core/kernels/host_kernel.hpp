#pragma once
// Generated host kernels use this: loops over the points of a launch.

#include "core/kernels/columns.hpp"
#include "core/kernels/host_dialect.hpp"
#include "core/kernels/host_watched.hpp"
#include "core/kernels/launch.hpp"

#include <cstdint>
#include <span>

// The loops over rows are compiled for several generations of processors; the one that fits is chosen when the
// library is loaded. Without contraction all of them give the same bits.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) &&                        \
    !defined(__SANITIZE_ADDRESS__) && !defined(NOPAL_NO_CLONES)
#define NOPAL_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define NOPAL_CLONES
#endif

// Stands before a loop. The compiler may vectorise the loop, since no iteration reads what another one writes.
#if defined(__clang__)
#define NOPAL_IVDEP _Pragma("clang loop vectorize(assume_safety)")
#else
#define NOPAL_IVDEP _Pragma("GCC ivdep")
#endif

namespace nopal::host_kernel {

/// Returns the coordinate of index `index` (with the image added). 0 along an axis that does not exist.
inline double coordinate(const KernelGrid& grid, int axis, long index) {
  if (grid.exists[axis] == 0) return 0;
  return grid.lower[axis] + (static_cast<double>(index) + grid.centre[axis]) * grid.spacing[axis];
}

/// Rows with at most `short_row` points, as on faces along i, lie in cache lines far from each other. A store waits for
/// its line, so the kernel prefetches the lines of the row that is `rows_ahead` rows ahead.
constexpr long short_row = 8, rows_ahead = 8;

/// Prefetches the cache line of a point of a written field. The point may not exist.
template <class Field> void prefetch(const Field& field, long i, long j, long k) {
  const auto origin = reinterpret_cast<std::uintptr_t>(field.origin);
  const long element = i + j * field.stride_j + k * field.stride_k;
  // As an integer, because the sum may lie outside of the array. NOLINTNEXTLINE(performance-no-int-to-ptr)
  __builtin_prefetch(reinterpret_cast<const void*>(origin + static_cast<std::uintptr_t>(element) * sizeof(double)), 1);
}

/// Computes rows [first, last) of a box. Row 0 is at the lower corner, and j runs fastest. In kernels with the order
/// backward, k descends: row 0 is the row at the lower j of the uppermost plane.
using RowFunction = void (*)(const HostLaunch& launch, const LaunchBox& box, long first, long last);

/// Computes all rows of all boxes. If there are enough points, the members of the launch's backend share the rows of
/// each box. The bits do not depend on which member computes a row.
void over_rows(const HostLaunch& launch, RowFunction compute);

/// The same for a kernel with an order, forward or backward: one member computes all points of a column, in this order.
/// Each part of a box is a range of j.
void over_columns(const HostLaunch& launch, VerticalOrder order, RowFunction compute);

/// Calls visit(box, i, j, k, x, y, z) for each point of a box. k descends if the order is backward.
template <VerticalOrder order, class Visit>
void over_points_of(const KernelGrid& grid, const LaunchBox& box, Visit& visit) {
  for (long row = 0; row < box.box.extent(2); ++row) {
    const long k = order == VerticalOrder::backward ? box.box.upper[2] - 1 - row : box.box.lower[2] + row;
    for (long j = box.box.lower[1]; j < box.box.upper[1]; ++j)
      for (long i = box.box.lower[0]; i < box.box.upper[0]; ++i)
        visit(box, i, j, k, coordinate(grid, 0, i + box.image[0]), coordinate(grid, 1, j + box.image[1]),
              coordinate(grid, 2, k + box.image[2]));
  }
}

/// Calls visit(box, i, j, k, x, y, z) for each point, in order, in one thread.
template <VerticalOrder order = VerticalOrder::parallel, class Visit>
void over_points(const HostLaunch& launch, Visit visit) {
  const std::span boxes(launch.boxes, static_cast<std::size_t>(launch.n_boxes));
  for (const LaunchBox& box : in_order(boxes, order)) over_points_of<order>(*launch.grid, box, visit);
}

} // namespace nopal::host_kernel
