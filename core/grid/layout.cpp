#include "core/grid/layout.hpp"

#include "core/base/rounding.hpp"

namespace nopal {

namespace {

constexpr long elements_per_line = 8; // 64 bytes of doubles

} // namespace

long Layout::span(const Box& part) const {
  if (part.empty()) return 0;
  long last = 0;
  for (int axis = 0; axis < 3; ++axis) last += (part.extent(axis) - 1) * stride[axis];
  return last + 1;
}

Layout grid_layout(const Box& stored, long align_i, int dimension) {
  Layout layout;
  layout.box = stored;
  if (stored.empty()) return layout;
  const long ahead = align_i - stored.lower[0];
  layout.lead = ((-ahead) % elements_per_line + elements_per_line) % elements_per_line;
  const long row = round_up(stored.extent(0), elements_per_line);
  if (dimension > 1) layout.stride[1] = row;
  if (dimension > 2) layout.stride[2] = row * stored.extent(1);
  layout.size = round_up(layout.lead + layout.span(stored), elements_per_line);
  return layout;
}

Layout array_layout(const Index& shape) {
  Layout layout;
  layout.box.upper = shape;
  layout.stride = {1, shape[0], shape[0] * shape[1]};
  layout.size = layout.box.points();
  return layout;
}

} // namespace nopal
