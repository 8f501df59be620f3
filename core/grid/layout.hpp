#pragma once
// How a box of points lies in memory. Shared by all variables of a shape.

#include "core/grid/box.hpp"

#include <cstddef>

namespace nopal {

/// Element (i, j, k) of a slot lies at allocation + element_size * index(i, j, k). i is fastest, stride 1.
/// Allocations start at 64 bytes alignment; rows are padded to a multiple of 8 elements and `lead` elements
/// are left free in front, so that the first interior point of every row is aligned to 64 bytes for
/// elements of 8 bytes or more. An axis that the grid does not have has stride 0.
struct Layout {
  Box box;               ///< the points stored
  Index stride{1, 0, 0}; ///< in elements
  long lead = 0;         ///< elements in front of point box.lower
  long size = 0;         ///< elements of the allocation, padding included

  /// Element offset of global index (0, 0, 0); may lie outside the allocation.
  long origin() const {
    return lead - (box.lower[0] * stride[0] + box.lower[1] * stride[1] + box.lower[2] * stride[2]);
  }
  long index(long i, long j, long k) const { return origin() + i * stride[0] + j * stride[1] + k * stride[2]; }
  /// Elements from the first to the last point of `part`, padding and all between counted.
  long span(const Box& part) const;

  bool operator==(const Layout&) const = default;
};

/// The layout of `stored` points on a grid of `dimension` axes; rows are aligned at index `align_i` of axis i.
Layout grid_layout(const Box& stored, long align_i, int dimension);

/// A dense, unaligned layout for an array of the given shape (axes beyond `dimension` are 1).
Layout array_layout(const Index& shape);

} // namespace nopal
