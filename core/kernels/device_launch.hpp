#pragma once
// The launch ABI between generated OpenCL and CUDA sources and the device plugins that run them. It is written only
// here: the generator copies the text of the structures below into each source (NOPAL_DEVICE_STRUCT).
//
// Each source holds one kernel and gives it one of these entry points. With several, a compiler would make code for
// each:
//
//   rows_entry(kernel)    OpenCL, for CPUs. The source has it if rows_only stands before it. One work-item computes a
//                         row along i, or several short ones. Launch at least n_items work-items in one dimension,
//                         with any local size. Work-items beyond n_items do nothing.
//   points_entry(kernel)  For GPUs. One work-item computes one point. Launch n_items groups (blocks) of `threads`
//                         work-items in one dimension. `threads` is the number that the boxes were flattened for.
//                         Consecutive work-items lie along i.
//
//                         A kernel with an order (Kernel::order) has the same two entries, but a loop over k inside of
//                         them. In rows_entry a work-item computes the rows of one j at all k of the box, in order. In
//                         points_entry it computes one column. Boxes of one launch must not share columns.
//
//   blocks_entry(kernel)  The only entry of a block kernel. Launch groups (blocks) with the work-items along i, j, k
//                         that the boxes were flattened for: n_items groups along the first dimension, and at least
//                         n_boxes along the second and third together. Groups without a block do nothing.
//
// Arguments, in this order:
//
//   1. boxes      pointer to const DeviceBox in device memory: FlatBoxes::boxes
//   2. constants  LaunchConstants by value
//   3. shapes     a FieldShape for each field, if there are fields. OpenCL: pointer to constant memory. CUDA: one
//                 structure by value, because the driver keeps arguments in constant memory
//   4. fields     for each grid function, then for each array: pointer to the start of the allocation (const if it is
//                 only read)
//   5. reals      double by value, in order
//   6. integers   64-bit integer by value, in order
//   7. kernels with guarded fields (KernelArgument::is_guarded) and checked versions: GuardBounds by value, then a
//      pointer to guard_ints ints, 0 before the launch, for the first fault: 1, position of the field in
//      Kernel::arguments, line, point (3 ints), indices (3 ints); or 1, a KernelFault, line, two numbers of two ints
//   8. OpenCL, a block kernel with a shared array without extent: local memory; the launch gives its size. (CUDA: each
//      block gets one piece of memory for all shared arrays; that array is the last, at dynamic_offset().)
//
// All members have 8 bytes, so a structure has the same layout in every language.
// A launch over nothing (n_boxes = 0, n_items = 0) reads nothing. Use it with the real local size to warm a kernel up.
// With NOPAL_NATIVE_MATHS defined, sources call the functions of the device's library (core/maths/device_texts.hpp).
// Sources switch contraction off unless NOPAL_CONTRACT is defined (OpenCL: -DNOPAL_CONTRACT; for CUDA the option
// --fmad=false or true decides). No option may relax IEEE arithmetic.

#include "core/grid/layout.hpp"
#include "core/kernels/launch.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// Defines a structure, and its text for generated sources, where it is called `device_name`.
#define NOPAL_DEVICE_STRUCT(name, text, device_name, ...)                                                              \
  struct name {                                                                                                        \
    __VA_ARGS__                                                                                                        \
  };                                                                                                                   \
  constexpr std::string_view text = "struct " #device_name " { " #__VA_ARGS__ " };\n"

static_assert(sizeof(long) == sizeof(std::int64_t), "the structures use long, which has 64 bits on devices");

// clang-format off
/// Argument 2: the values that are the same for all points of a launch.
NOPAL_DEVICE_STRUCT(LaunchConstants, launch_constants_text, nopal_constants,
  double lower[3];   // coordinate = lower + ((index + image) + centre) * spacing
  double centre[3];  // 0 or 0.5
  double spacing[3]; // dx, dy, dz; 1 for an axis that does not exist
  double time;
  double dt;
  long iteration;
  long dimension;
  long n_boxes; // as in FlatBoxes
  long n_items;
);

/// Argument 3: the positions of a field's elements.
NOPAL_DEVICE_STRUCT(FieldShape, field_shape_text, nopal_shape,
  long origin;   // element offset of index (0, 0, 0) in the allocation; may be negative
  long stride_j; // in elements; 0 for an axis that does not exist
  long stride_k;
);

/// Argument 1: a box of a launch.
NOPAL_DEVICE_STRUCT(DeviceBox, device_box_text, nopal_launch_box,
  long lower[3];
  long upper[3];
  long normal[3];
  long edge[3];
  long image[3];
  long first;   // items of the boxes before this one; blocks: the first block of this entry
  long end;     // blocks: behind the last block of this entry
  long n_1;     // rows: items along j; points: tiles along i; blocks: blocks along i
  long n_2;     // points: tiles along j; blocks: blocks along j
  long shift_1; // rows: an item has 2^shift_1 rows along j
  long shift_2; // points: a tile has 2^shift_1 points along i, 2^shift_2 along j, and threads / 2^(shift_1 + shift_2) along k
);
/// Argument 7: the points that are stored. Along an axis that does not exist: all.
NOPAL_DEVICE_STRUCT(GuardBounds, guard_bounds_text, nopal_bounds,
  long lower[3];
  long upper[3];
);
// clang-format on
/// The ints that argument 7 points to. The report needs nine of them.
constexpr int guard_ints = 16;

/// Returns argument 7 for fields of which these points are stored.
GuardBounds guard_bounds(const KernelGrid& grid, const Box& stored);
FieldShape field_shape(const Layout& layout);

/// The boxes of one launch, ready to be copied to the device.
struct FlatBoxes {
  std::vector<DeviceBox> boxes; ///< without empty boxes
  std::int64_t n_boxes = 0;     ///< blocks: entries; a box with many blocks has several
  std::int64_t n_items = 0;     ///< of rows; or groups of `threads` work-items; blocks: blocks of the longest entry
};

/// For rows_entry. With an order, an item is all rows of one j.
FlatBoxes flatten_rows(std::span<const LaunchBox> boxes, VerticalOrder order = VerticalOrder::parallel);

/// The number of work-items in a group, if the device allows so many.
constexpr int default_threads = 256;

/// For points_entry. `threads` must be a power of two, 1 to 1024. Tiles follow the shape of each box, so that thin
/// faces keep most work-items busy. With an order, a tile is one point thick along k, and its work-items compute all k.
FlatBoxes flatten_points(std::span<const LaunchBox> boxes, int threads = default_threads,
                         VerticalOrder order = VerticalOrder::parallel);

/// For blocks_entry: blocks of `threads` along each axis. Entries have similar lengths, so that fewer than half of the
/// n_items * n_boxes groups have no block.
FlatBoxes flatten_blocks(std::span<const LaunchBox> boxes, const Index& threads);

LaunchConstants launch_constants(const KernelGrid& grid, const KernelClock& clock, const FlatBoxes& boxes);

/// A line to put before the source of a kernel for OpenCL. The entry point is then rows_entry, not points_entry.
inline constexpr const char* rows_only = "#define NOPAL_ROWS\n";

/// Names of the entry points: "wavetoy_evolve_rows", "wavetoy_evolve_points".
std::string rows_entry(const Kernel& kernel);
std::string points_entry(const Kernel& kernel);
std::string blocks_entry(const Kernel& kernel);

} // namespace nopal
