#pragma once
// The points of boxes that a set does not have.

#include "core/grid/point_set.hpp"

namespace nopal {

/// Returns the points of the boxes, which are disjoint, that are not in the set, as disjoint boxes.
inline std::vector<Box> boxes_outside(const PointSet& set, const std::vector<Box>& boxes) {
  std::vector<Box> outside = boxes;
  for (const Box& taken : boxes_in(set, boxes)) {
    std::vector<Box> rest;
    for (const Box& box : outside)
      for (const Box& piece : difference(box, taken))
        if (!piece.empty()) rest.push_back(piece);
    outside = std::move(rest);
  }
  return outside;
}

} // namespace nopal
