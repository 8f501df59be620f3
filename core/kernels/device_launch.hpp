#pragma once
// The launch ABI between generated OpenCL and CUDA sources and the device plugins that run them. Defined here once.
//
// Each source holds one kernel with its entry points (OpenCL: rows and points; CUDA: points):
//
//   rows_entry(kernel)    for CPUs: one work-item computes one row along i. Launch at least n_items work-items in one
//                         dimension; those beyond n_items do nothing, so any local size will do.
//   points_entry(kernel)  for GPUs: one work-item a point. Launch n_items groups (blocks) of `threads` work-items in
//                         one dimension: global size n_items * threads, local size `threads`, with the `threads` that
//                         the boxes were flattened for. Consecutive work-items lie along i.
//
//   blocks_entry(kernel)  of a block kernel, which has no other: launch groups (blocks) of as many work-items along
//                         i, j, k as the boxes were flattened for: n_items groups along the first dimension, and along
//                         the second and third together at least n_boxes. Groups that have no block do nothing.
//
// Arguments, in this order:
//
//   1. boxes      pointer to const 64-bit integers in device memory: FlatBoxes::words
//   2. constants  LaunchConstants by value
//   3. fields     for each field argument, in the order of Kernel::arguments: pointer to the start of the slot's
//                 allocation (double; const where it is only read); all fields of a launch share one layout
//   4. arrays     of a block kernel, for each: pointer to the start of the allocation, ArrayShape by value
//   5. reals      double by value, in order
//   6. integers   64-bit integer by value, in order
//   7. OpenCL, a block kernel with a shared array without extent: local memory, as long as the launch says
//      (CUDA: all shared arrays lie in the memory that the launch gives each block, that one last, at dynamic_offset())
//
// All members of LaunchConstants are 8 bytes, so the structure is laid out alike in every language.
// An empty launch (n_boxes = 0, n_items = 0) reads nothing: use it, with the real local size, to warm a kernel up.
// Sources switch contraction off unless NOPAL_CONTRACT is defined (OpenCL: -DNOPAL_CONTRACT; for CUDA the option
// --fmad=false or true decides). No option may be given that relaxes IEEE arithmetic.

#include "core/grid/layout.hpp"
#include "core/kernels/launch.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nopal {

/// Argument 2: what is the same for all points of a launch.
struct LaunchConstants {
  double lower[3];   ///< coordinate = lower + ((index + image) + centre) * spacing
  double centre[3];  ///< 0 or 0.5
  double spacing[3]; ///< dx, dy, dz; 1 for an axis that does not exist
  double time;
  double dt;
  std::int64_t iteration;
  std::int64_t dimension;
  std::int64_t origin;    ///< element offset of global index (0, 0, 0) in the allocations; may be negative
  std::int64_t stride[3]; ///< in elements; stride[0] is 1, that of an axis that does not exist 0
  std::int64_t n_boxes;
  std::int64_t n_items; ///< as in FlatBoxes
};

/// An array as it enters block kernels.
struct ArrayShape {
  std::int64_t origin;    ///< element offset of index (0, 0, 0) in the allocation
  std::int64_t stride[3]; ///< in elements
};
ArrayShape array_shape(const Layout& layout);

/// One box as integers: what FlatBoxes::words repeats.
namespace box_word {
constexpr int lower = 0;    ///< 3
constexpr int upper = 3;    ///< 3, exclusive
constexpr int normal = 6;   ///< 3
constexpr int image = 9;    ///< 3
constexpr int first = 12;   ///< items (rows or groups) of the boxes before this one; blocks: the first of this entry
constexpr int n_1 = 13;     ///< rows: rows along j in a plane; points: tiles along i; blocks: along i
constexpr int n_2 = 14;     ///< rows: unused; points: tiles along j; blocks: along j
constexpr int shift_1 = 15; ///< points: a tile is 2^shift_1 points along i,
constexpr int shift_2 = 16; ///< points: 2^shift_2 along j, and threads / 2^(shift_1 + shift_2) along k
constexpr int end = 15;     ///< blocks: behind the last of this entry
constexpr int count = 17;   ///< words a box
} // namespace box_word

/// The boxes of one launch, ready to be copied to the device.
struct FlatBoxes {
  std::vector<std::int64_t> words; ///< box_word::count a box; empty boxes are left out
  std::int64_t n_boxes = 0;        ///< blocks: entries, of which a box with many blocks has several
  std::int64_t n_items = 0;        ///< rows, or groups of `threads` work-items; blocks: those of the longest entry
};

/// For rows_entry.
FlatBoxes flatten_rows(std::span<const LaunchBox> boxes);

/// Work-items in a group where the device allows it.
constexpr int default_threads = 256;

/// For points_entry. `threads` must be a power of two, 1 to 1024; tiles follow the shape of each box, so that thin
/// faces do not leave most work-items idle.
FlatBoxes flatten_points(std::span<const LaunchBox> boxes, int threads = default_threads);

/// For blocks_entry: blocks of `threads` along each axis. Entries are of alike length, so that fewer than half of the
/// n_items * n_boxes groups have no block.
FlatBoxes flatten_blocks(std::span<const LaunchBox> boxes, const Index& threads);

LaunchConstants launch_constants(const KernelGrid& grid, const KernelClock& clock, const Layout& layout,
                                 const FlatBoxes& boxes);

/// Names of the entry points: "wavetoy_evolve_rows", "wavetoy_evolve_points".
std::string rows_entry(const Kernel& kernel);
std::string points_entry(const Kernel& kernel);
std::string blocks_entry(const Kernel& kernel);

} // namespace nopal
