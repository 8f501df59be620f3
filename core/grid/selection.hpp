#pragma once
// Points of a grid at regular distances.

#include "core/grid/domain.hpp"

#include <cstdint>
#include <vector>

namespace nopal {

/// Points at regular distances. Along each axis they have the indices first + n * stride, 0 <= n < count.
struct Selection {
  Index first{0, 0, 0};
  Index count{0, 0, 0};
  Index stride{1, 1, 1};

  bool empty() const { return points() == 0; }
  long points() const { return count[0] * count[1] * count[2]; }
  /// Returns the smallest box that holds the points.
  Box box() const;

  bool operator==(const Selection&) const = default;
};

/// A region of a grid and strides. Each member has one entry for each axis of the grid, or none for all points.
struct SelectionSpec {
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<std::int64_t> stride;
};

/// Selects the points from the one nearest to `lower` to the one nearest to `upper` whose global index is a multiple of
/// `stride`. Halfway between two points, the lower index counts, as for tsv.point. If `lower` and `upper` mean the same
/// point of a periodic axis, its image inside the grid is taken. The selection may be empty.
Selection selection_of(const Domain& domain, const SelectionSpec& spec);

/// Returns all points of a box.
Selection all_of(const Box& box);

/// Returns the points of the selection that lie in a box. If there are none, `first` is the lower corner of the box.
Selection part_in(const Selection& selection, const Box& box);

} // namespace nopal
