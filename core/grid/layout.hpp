#pragma once
// The layout of a box of points in memory. All variables of one shape share a layout.

#include "core/grid/box.hpp"

#include <cstddef>

namespace nopal {

/// Element (i, j, k) of a slot lies at allocation + element_size * index(i, j, k). i is the fastest axis, with
/// stride 1. Allocations are aligned to 64 bytes. Rows are padded to a multiple of 8 elements, and `lead` elements in
/// front are unused. So the first interior point of every row is aligned to 64 bytes if elements have 8 bytes or more.
/// An axis that the grid does not have has stride 0.
struct Layout {
  Box box;               ///< the stored points
  Index stride{1, 0, 0}; ///< in elements
  long lead = 0;         ///< unused elements before point box.lower
  long size = 0;         ///< elements of the allocation, padding included

  /// Returns the index of point (0, 0, 0). It may lie outside the allocation.
  long origin() const {
    return lead - (box.lower[0] * stride[0] + box.lower[1] * stride[1] + box.lower[2] * stride[2]);
  }
  long index(long i, long j, long k) const { return origin() + i * stride[0] + j * stride[1] + k * stride[2]; }
  /// Returns the number of elements from the first to the last point of `part`, all elements between them included.
  long span(const Box& part) const;

  bool operator==(const Layout&) const = default;
};

/// Returns the layout of `stored` points on a grid with `dimension` axes. Rows are aligned at index `align_i`.
Layout grid_layout(const Box& stored, long align_i, int dimension);

/// Returns a dense layout without alignment for an array of this shape (1 along missing axes).
Layout array_layout(const Index& shape);

} // namespace nopal
