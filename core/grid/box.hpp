#pragma once
// Boxes of global grid indices.

#include <array>
#include <string>
#include <vector>

namespace nopal {

/// Global indices (i, j, k). i is the fastest axis in memory. Indices of boundary points can be negative.
using Index = std::array<long, 3>;

/// The points lower <= (i, j, k) < upper. An axis that the grid does not have has lower 0 and upper 1.
struct Box {
  Index lower{0, 0, 0};
  Index upper{0, 0, 0};

  bool empty() const { return extent(0) <= 0 || extent(1) <= 0 || extent(2) <= 0; }
  long extent(int axis) const { return upper[axis] - lower[axis]; }
  Index extents() const { return {extent(0), extent(1), extent(2)}; }
  /// Returns the number of points. It is 0 for an empty box.
  long points() const { return empty() ? 0 : extent(0) * extent(1) * extent(2); }
  bool contains(const Index& point) const;
  bool contains(const Box& other) const;
  Box shifted(const Index& by) const;
  /// Returns the shift from the lower corner of the other box to that of this box.
  Index offset(const Box& from) const {
    return {lower[0] - from.lower[0], lower[1] - from.lower[1], lower[2] - from.lower[2]};
  }
  /// Returns "[0:101, 0:101, 0:51]". Upper bounds are exclusive.
  std::string text() const;

  bool operator==(const Box&) const = default;
};

/// Returns "101 x 101 x 51", with the axes that exist.
std::string extents_text(const Index& extents, int dimension);

/// Returns the common points, or an empty box if there are none.
Box intersection(const Box& a, const Box& b);

/// Returns the points of a that are not in b, as at most 6 disjoint boxes. The boxes are as long along i as possible.
std::vector<Box> difference(const Box& a, const Box& b);

/// Returns the points of the boxes that are in none of the others. They are disjoint boxes if `boxes` are.
std::vector<Box> difference_of_lists(std::vector<Box> boxes, const std::vector<Box>& others);

/// Returns the smallest box that holds both. An empty box adds nothing.
Box hull(const Box& a, const Box& b);

} // namespace nopal
