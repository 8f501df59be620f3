#include "core/spaces/geometry.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Whether any point of the box lies at an element in [first, last].
bool has_points_between(const Layout& layout, const Box& box, long first, long last) {
  // Rows lie in memory in the order of their numbers. Look for the first row that ends at `first` or later.
  const long rows_a_plane = box.extent(1);
  const auto row = [&](long n, long i) {
    return layout.index(i, box.lower[1] + n % rows_a_plane, box.lower[2] + n / rows_a_plane);
  };
  long least = 0, end = rows_a_plane * box.extent(2);
  while (least < end) {
    const long middle = least + (end - least) / 2;
    if (row(middle, box.upper[0] - 1) < first)
      least = middle + 1;
    else
      end = middle;
  }
  return least < rows_a_plane * box.extent(2) && row(least, box.lower[0]) <= last;
}

void append(std::vector<Box>& boxes, const std::vector<Box>& more) {
  for (const Box& box : more)
    if (!box.empty()) boxes.push_back(box);
}

} // namespace

std::vector<Box> Geometry::boxes(Region regions) const {
  std::vector<Box> result;
  // Neighbouring regions share boxes, so that there are few boxes with long rows.
  if (covers(regions, Region::everywhere)) {
    append(result, {layout_.box});
  } else if (covers(regions, Region::owned)) {
    append(result, {owned_});
  } else {
    if (any(regions & Region::interior)) append(result, {interior_});
    if (any(regions & Region::boundary)) append(result, difference(owned_, interior_));
    if (any(regions & Region::ghosts)) append(result, difference(layout_.box, owned_));
  }
  return result;
}

Geometry::Geometry(const Layout& layout, const Box& interior, const Box& owned)
    : layout_(layout), interior_(interior), owned_(owned) {
  for (std::size_t mask = 1; mask < shapes_.size(); ++mask) {
    RegionShape& shape = shapes_[mask];
    shape.boxes = boxes(static_cast<Region>(mask));
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
    for (const Region other : base_regions) {
      if (any(other & static_cast<Region>(mask))) continue;
      for (const Box& box : boxes(other))
        if (has_points_between(layout_, box, shape.first, last)) shape.others |= other;
    }
  }
}

} // namespace nopal
