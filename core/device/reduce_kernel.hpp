#pragma once
// The kernel that computes the moments of a slot where it is, for OpenCL C and CUDA C++ alike: every sum is exact, so
// that its bits depend neither on order nor on the number of work-items.

#include <cstdint>

namespace nopal {

/// Source of two entry points with the same arguments (three buffers, then ReduceNumbers one by one):
/// nopal_reduce_rows, of which a work-item takes pieces of rows, for CPUs (OpenCL only); nopal_reduce_points, of which
/// neighbouring work-items take neighbouring points, for GPUs. To be preceded by DeviceQueues::dialect(), as
/// copy_kernel.hpp, which here defines NOPAL_AS_REAL and NOPAL_AS_BITS as well: a double of a long's bits, and the
/// other way.
///
/// Three stages, one launch each but the second:
/// accumulate: work-item t of `items` adds its share of the slot (first buffer) to column t of `out`;
/// add: columns of `in` are added to `parts` columns of `out`;
/// finish: the one column of `in` becomes ReducedWords in `out`.
extern const char* const reduce_kernel;

enum class ReducePhase : std::int64_t { accumulate, add, finish };

/// Words of a column: digits of three sums in 64 bits each, then ReducedWord. Word w of column t is word
/// w * columns + t of the buffer.
constexpr int reduce_column_words = 217;

/// Work-items of the last stage.
constexpr std::int64_t reduce_finishers = 4;

/// Most points of a piece of a row.
constexpr std::int64_t reduce_piece = 512;

/// A work-item adds fewer values than this to one digit before it propagates carries.
constexpr std::int64_t most_reduced_by_item = std::int64_t{1} << 28;

/// The arguments behind the buffers, all of 64 bits.
struct ReduceNumbers {
  std::int64_t phase = 0;
  std::int64_t items = 0;                     ///< accumulate: work-items; add: columns of `in`
  std::int64_t parts = 0;                     ///< add: columns of `out`
  std::int64_t wanted = 0;                    ///< bits: 1 sum, 2 magnitudes, 4 squares, 8 extremes
  std::int64_t integers = 0;                  ///< whether the elements are integers
  std::int64_t start = 0, row = 0, plane = 0; ///< elements: where the box begins, from row to row, plane to plane
  std::int64_t extent[3] = {0, 0, 0};
};

} // namespace nopal
