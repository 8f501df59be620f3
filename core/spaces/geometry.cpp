#include "core/spaces/geometry.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Whether any point of the boxes lies at an element in [first, last].
bool has_points_between(const Layout& layout, const std::vector<Box>& boxes, long first, long last) {
  for (const Box& box : boxes)
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        if (layout.index(box.lower[0], j, k) <= last && layout.index(box.upper[0] - 1, j, k) >= first) return true;
  return false;
}

void append(std::vector<Box>& boxes, const std::vector<Box>& more) {
  for (const Box& box : more)
    if (!box.empty()) boxes.push_back(box);
}

} // namespace

std::vector<Box> Geometry::boxes(Region regions, const Box& owned) const {
  std::vector<Box> result;
  // Regions that touch are cut together, so that there are few boxes with long rows.
  if (covers(regions, Region::everywhere)) {
    append(result, {layout_.box});
  } else if (covers(regions, Region::owned)) {
    append(result, {owned});
  } else {
    if (any(regions & Region::interior)) append(result, {interior_});
    if (any(regions & Region::boundary)) append(result, difference(owned, interior_));
    if (any(regions & Region::ghosts)) append(result, difference(layout_.box, owned));
  }
  return result;
}

Geometry::Geometry(const Layout& layout, const Box& interior, const Box& owned) : layout_(layout), interior_(interior) {
  for (std::size_t mask = 1; mask < shapes_.size(); ++mask) {
    RegionShape& shape = shapes_[mask];
    shape.boxes = boxes(static_cast<Region>(mask), owned);
    if (shape.boxes.empty()) continue;
    shape.first = layout_.size;
    long last = 0;
    for (const Box& box : shape.boxes) {
      shape.points += box.points();
      const long from = layout_.index(box.lower[0], box.lower[1], box.lower[2]);
      shape.first = std::min(shape.first, from);
      last = std::max(last, from + layout_.span(box) - 1);
    }
    shape.count = last - shape.first + 1;
    shape.piece_pays = 2 * shape.count <= 3 * shape.points;
    for (const Region other : base_regions)
      if (!any(other & static_cast<Region>(mask)) &&
          has_points_between(layout_, boxes(other, owned), shape.first, last))
        shape.others |= other;
  }
}

} // namespace nopal
