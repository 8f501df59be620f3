#include "core/kernels/device_launch.hpp"

#include "core/base/assert.hpp"
#include "core/kernels/block_shape.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace nopal {

namespace {

/// Appends an entry. The caller sets n_1 and the members after it.
DeviceBox& append_box(FlatBoxes& flat, const LaunchBox& box) {
  DeviceBox& entry = flat.boxes.emplace_back();
  for (int axis = 0; axis < 3; ++axis) {
    entry.lower[axis] = box.box.lower[axis];
    entry.upper[axis] = box.box.upper[axis];
    entry.normal[axis] = box.normal[axis];
    entry.edge[axis] = box.edge[axis];
    entry.image[axis] = box.image[axis];
  }
  entry.first = flat.n_items;
  ++flat.n_boxes;
  return entry;
}

// Returns the smallest n with 2^n >= value.
int ceil_log2(long value) { return static_cast<int>(std::bit_width(static_cast<unsigned long>(value) - 1)); }

/// Returns n; an item has 2^n rows: one if the rows are long, several if they are short, because each item searches its
/// box anew.
int rows_shift(const Box& box) {
  constexpr long points = 64;
  int shift = 0;
  while (box.extent(0) << shift < points && 1L << shift < box.extent(1)) ++shift;
  return shift;
}

std::int64_t count(const Index& blocks) { return blocks[0] * blocks[1] * blocks[2]; }

long tiles(long extent, int shift) { return (extent + (1L << shift) - 1) >> shift; }

} // namespace

FlatBoxes flatten_rows(std::span<const LaunchBox> boxes, VerticalOrder order) {
  FlatBoxes flat;
  for (const LaunchBox& box : boxes) {
    if (box.box.empty()) continue;
    const bool ordered = order != VerticalOrder::parallel;
    const int shift = ordered ? 0 : rows_shift(box.box);
    DeviceBox& entry = append_box(flat, box);
    entry.shift_1 = shift;
    entry.n_1 = tiles(box.box.extent(1), shift);
    flat.n_items += entry.n_1 * (ordered ? 1 : box.box.extent(2));
  }
  return flat;
}

FlatBoxes flatten_points(std::span<const LaunchBox> boxes, int threads, VerticalOrder order) {
  NOPAL_ASSERT(threads >= 1 && threads <= 1024 && std::has_single_bit(static_cast<unsigned>(threads)));
  const int shift = std::countr_zero(static_cast<unsigned>(threads));
  // A row of 64 points reads whole cache lines. The other work-items of a group go along j, then k.
  constexpr int longest_row_shift = 6;
  FlatBoxes flat;
  for (const LaunchBox& box : boxes) {
    if (box.box.empty()) continue;
    int shift_1 = std::min({shift, longest_row_shift, ceil_log2(box.box.extent(0))});
    int shift_2 = std::min(shift - shift_1, ceil_log2(box.box.extent(1)));
    if (order != VerticalOrder::parallel) { // the others go along the longer axis, not along k
      int& longer = box.box.extent(0) > box.box.extent(1) ? shift_1 : shift_2;
      longer += shift - shift_1 - shift_2;
    }
    DeviceBox& entry = append_box(flat, box);
    entry.n_1 = tiles(box.box.extent(0), shift_1);
    entry.n_2 = tiles(box.box.extent(1), shift_2);
    entry.shift_1 = shift_1;
    entry.shift_2 = shift_2;
    const long planes = order == VerticalOrder::parallel ? tiles(box.box.extent(2), shift - shift_1 - shift_2) : 1;
    flat.n_items += entry.n_1 * entry.n_2 * planes;
  }
  return flat;
}

FlatBoxes flatten_blocks(std::span<const LaunchBox> boxes, const Index& threads) {
  std::int64_t total = 0, n_boxes = 0;
  for (const LaunchBox& box : boxes) {
    total += count(blocks_over(box.box, threads));
    n_boxes += box.box.empty() ? 0 : 1;
  }
  FlatBoxes flat;
  if (n_boxes == 0) return flat;
  flat.n_items = (total + n_boxes - 1) / n_boxes;
  for (const LaunchBox& box : boxes) {
    const Index blocks = blocks_over(box.box, threads);
    for (std::int64_t first = 0; first < count(blocks); first += flat.n_items) {
      DeviceBox& entry = append_box(flat, box);
      entry.first = first;
      entry.end = std::min(first + flat.n_items, count(blocks));
      entry.n_1 = blocks[0];
      entry.n_2 = blocks[1];
    }
  }
  return flat;
}

GuardBounds guard_bounds(const KernelGrid& grid, const Box& stored) {
  GuardBounds bounds{};
  for (int axis = 0; axis < 3; ++axis) {
    const bool exists = grid.exists[axis] != 0;
    bounds.lower[axis] = exists ? stored.lower[axis] : std::numeric_limits<long>::min();
    bounds.upper[axis] = exists ? stored.upper[axis] : std::numeric_limits<long>::max();
  }
  return bounds;
}

FieldShape field_shape(const Layout& layout) { return {layout.origin(), layout.stride[1], layout.stride[2]}; }

LaunchConstants launch_constants(const KernelGrid& grid, const KernelClock& clock, const FlatBoxes& boxes) {
  LaunchConstants constants{};
  for (int axis = 0; axis < 3; ++axis) {
    const bool exists = grid.exists[axis] != 0;
    constants.lower[axis] = exists ? grid.lower[axis] : 0;
    constants.centre[axis] = exists ? grid.centre[axis] : 0;
    constants.spacing[axis] = exists ? grid.spacing[axis] : 1;
  }
  constants.time = clock.time;
  constants.dt = clock.dt;
  constants.iteration = clock.iteration;
  constants.dimension = grid.dimension;
  constants.n_boxes = boxes.n_boxes;
  constants.n_items = boxes.n_items;
  return constants;
}

std::string rows_entry(const Kernel& kernel) { return std::string(kernel.thorn) + "_" + kernel.name + "_rows"; }
std::string blocks_entry(const Kernel& kernel) { return std::string(kernel.thorn) + "_" + kernel.name + "_blocks"; }
std::string points_entry(const Kernel& kernel) { return std::string(kernel.thorn) + "_" + kernel.name + "_points"; }

} // namespace nopal
