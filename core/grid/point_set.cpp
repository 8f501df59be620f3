#include "core/grid/point_set.hpp"

#include <set>

namespace nopal {

long PointSet::points() const {
  long sum = 0;
  for (const Selection& piece : pieces) sum += piece.points();
  return sum;
}

Box section(const Domain& domain, const Index& point, std::initializer_list<int> axes) {
  Box box{point, {point[0] + 1, point[1] + 1, point[2] + 1}};
  for (const int axis : axes) {
    box.lower[axis] = domain.points().lower[axis];
    box.upper[axis] = domain.points().upper[axis];
  }
  return box;
}

Box section_across(const Domain& domain, const Index& point, int normal) {
  Box box = domain.points();
  box.lower[normal] = point[normal];
  box.upper[normal] = point[normal] + 1;
  return box;
}

PointSet points_in(const std::vector<Box>& boxes) {
  PointSet set;
  std::vector<Box> earlier;
  for (const Box& box : boxes) {
    std::vector<Box> rest{box};
    for (const Box& other : earlier) {
      std::vector<Box> cut;
      for (const Box& part : rest)
        for (const Box& piece : difference(part, other)) cut.push_back(piece);
      rest = std::move(cut);
    }
    for (const Box& part : rest)
      if (!part.empty()) set.pieces.push_back(all_of(part));
    earlier.push_back(box);
  }
  return set;
}

PointSet points_of(const std::vector<Interpolant>& interpolants) {
  std::set<Index> points; // as (k, j, i), so that neighbours along i follow each other
  for (const Interpolant& interpolant : interpolants)
    interpolant.for_each([&](const Index& point) { points.insert({point[2], point[1], point[0]}); });
  PointSet set;
  for (const auto& [k, j, i] : points) {
    if (!set.pieces.empty()) {
      Selection& last = set.pieces.back();
      if (last.first[2] == k && last.first[1] == j && last.first[0] + last.count[0] == i) {
        ++last.count[0];
        continue;
      }
    }
    set.pieces.push_back({{i, j, k}, {1, 1, 1}, {1, 1, 1}});
  }
  return set;
}

std::vector<Selection> pieces_in(const PointSet& set, const std::vector<Box>& boxes) {
  std::vector<Selection> pieces;
  for (const Selection& piece : set.pieces)
    for (const Box& box : boxes)
      if (!intersection(piece.box(), box).empty())
        if (Selection part = part_in(piece, box); !part.empty()) {
          // A stride may be larger than any grid, but not along an axis with several points.
          for (int axis = 0; axis < 3; ++axis)
            if (part.count[axis] == 1) part.stride[axis] = 1;
          pieces.push_back(part);
        }
  return pieces;
}

} // namespace nopal
