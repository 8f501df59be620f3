#pragma once
// How a box of points lies in memory. All variables of one shape share a layout.

#include "core/grid/box.hpp"

#include <cstddef>

namespace nopal {

/// Element (i, j, k) of a slot lies at allocation + element_size * index(i, j, k). i is the fastest axis, with
/// stride 1. Allocations are aligned to 64 bytes. Rows are padded to a multiple of 8 elements, and `lead` elements in
/// front are unused. So the first interior point of every row is aligned to 64 bytes for elements of 8 bytes or more.
/// An axis that the grid does not have has stride 0.
struct Layout {
  Box box;               ///< the points stored
  Index stride{1, 0, 0}; ///< in elements
  long lead = 0;         ///< unused elements before point box.lower
  long size = 0;         ///< elements of the allocation, padding included

  /// The index of point (0, 0, 0); it may lie outside the allocation.
  long origin() const {
    return lead - (box.lower[0] * stride[0] + box.lower[1] * stride[1] + box.lower[2] * stride[2]);
  }
  long index(long i, long j, long k) const { return origin() + i * stride[0] + j * stride[1] + k * stride[2]; }
  /// The number of elements from the first to the last point of `part`, all elements between them included.
  long span(const Box& part) const;

  bool operator==(const Layout&) const = default;
};

/// The layout of `stored` points on a grid of `dimension` axes; rows are aligned at index `align_i` of axis i.
Layout grid_layout(const Box& stored, long align_i, int dimension);

/// A dense, unaligned layout for an array of the given shape (axes beyond `dimension` are 1).
Layout array_layout(const Index& shape);

} // namespace nopal
