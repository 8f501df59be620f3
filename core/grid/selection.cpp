#include "core/grid/selection.hpp"

#include "core/grid/nearest.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Returns the remainder of a division, which is never negative. n may be the largest long.
long modulo(long i, long n) {
  const long rest = i % n;
  return rest < 0 ? rest + n : rest;
}

/// Indices of one axis from first to last, both included.
struct AxisRange {
  long first, last;
};

AxisRange range_of(const Domain& domain, int axis, const SelectionSpec& spec) {
  const long lowest = domain.points().lower[axis];
  const long highest = domain.points().upper[axis] - 1;
  const auto at = static_cast<std::size_t>(axis);
  AxisRange range{lowest, highest};
  if (!spec.lower.empty()) range.first = nearest_index(grid_position(domain, axis, spec.lower[at]));
  if (!spec.upper.empty()) range.last = nearest_index(grid_position(domain, axis, spec.upper[at]));
  if (range.first == range.last) range.first = range.last = index_in_grid(domain, axis, range.first);
  return {std::max(range.first, lowest), std::min(range.last, highest)};
}

/// Sets one axis of a selection to the multiples of `stride` within a range.
void set_axis(Selection& selection, int axis, AxisRange range, long stride) {
  selection.stride[axis] = stride;
  selection.first[axis] = range.first + modulo(-range.first, stride);
  selection.count[axis] = selection.first[axis] > range.last ? 0 : (range.last - selection.first[axis]) / stride + 1;
}

} // namespace

Box Selection::box() const {
  if (empty()) return {};
  Box box{first, {}};
  for (int axis = 0; axis < 3; ++axis) box.upper[axis] = first[axis] + (count[axis] - 1) * stride[axis] + 1;
  return box;
}

Selection selection_of(const Domain& domain, const SelectionSpec& spec) {
  Selection selection = all_of(domain.points());
  for (int axis = 0; axis < domain.dimension(); ++axis)
    set_axis(selection, axis, range_of(domain, axis, spec),
             spec.stride.empty() ? 1 : static_cast<long>(spec.stride[static_cast<std::size_t>(axis)]));
  return selection;
}

Selection all_of(const Box& box) {
  Selection selection{box.lower, {box.extent(0), box.extent(1), box.extent(2)}, {1, 1, 1}};
  if (box.empty()) selection.count = {0, 0, 0};
  return selection;
}

Selection part_in(const Selection& selection, const Box& box) {
  Selection part = selection;
  for (int axis = 0; axis < 3; ++axis) {
    const long last = selection.first[axis] + (selection.count[axis] - 1) * selection.stride[axis];
    const AxisRange range{std::max(selection.first[axis], box.lower[axis]), std::min(last, box.upper[axis] - 1)};
    const long stride = selection.stride[axis];
    part.first[axis] = range.first + modulo(selection.first[axis] - range.first, stride);
    part.count[axis] = part.first[axis] > range.last ? 0 : (range.last - part.first[axis]) / stride + 1;
  }
  if (part.empty()) {
    part.first = box.lower;
    part.count = {0, 0, 0};
  }
  return part;
}

} // namespace nopal
