#pragma once
// Which points of a grid or array are written.

#include <nopal/thorn.hpp>

#include <vector>

namespace nopal::hdf5 {

/// Points at regular distances: along each axis the indices first + n * stride, 0 <= n < count.
struct Selection {
  Index first{0, 0, 0};
  Index count{0, 0, 0};
  Index stride{1, 1, 1};

  bool empty() const { return points() == 0; }
  long points() const { return count[0] * count[1] * count[2]; }
};

/// What the parameters lower, upper and stride ask for; each has one entry an axis of the grid, or none (all points).
struct SelectionSpec {
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<std::int64_t> stride;
};

/// From the grid point nearest to `lower` to that nearest to `upper` (halfway between two, the one with the lower
/// index, as tsv's point), of these the ones whose global index is a multiple of `stride`. A plane, to whose lower and
/// upper the same point is nearest, is moved to its image inside the grid on a periodic axis. May be empty.
Selection select(const Domain& domain, const SelectionSpec& spec);

/// All points of a box.
Selection all_of(const Box& box);

/// Those that lie in a box; where there are none, `first` is the box's lower corner.
Selection part_in(const Selection& selection, const Box& box);

} // namespace nopal::hdf5
