#pragma once
// The kernel that computes the moments of a slot on the device. Its text is both OpenCL C and CUDA C++. Every sum is
// exact, so its bits depend neither on the order nor on the number of work-items.

#include "core/grid/box.hpp"
#include "core/reductions/moments.hpp"

#include <array>
#include <cstdint>

namespace nopal {

/// A kernel that reduces, as a source for OpenCL C and CUDA C++. Its entry point is nopal_reduce_points, for GPUs:
/// neighbouring work-items take neighbouring points. If rows_only (device_launch.hpp) stands before the text, which is
/// for OpenCL alone, it is nopal_reduce_rows, for CPUs: a work-item takes pieces of rows. The arguments are three
/// buffers, then the members of ReduceNumbers.
///
/// DeviceQueues::dialect() must stand before the text, as for copy_kernel (copy_table.hpp). Here it must also define
/// NOPAL_AS_REAL(x), the double with the bits of the long x, and NOPAL_AS_BITS(x), the long with the bits of the
/// double.
///
/// There are three stages. The second has several launches, the others one:
/// accumulate: work-item t of `items` adds its share of the slot (first buffer) to column t of `out`;
/// add: adds the columns of `in` to `parts` columns of `out`;
/// finish: converts the only column of `in` to ReducedWords in `out`.
extern const char* const reduce_kernel;

enum class ReducePhase : std::int64_t { accumulate, add, finish };

/// The words of a column: the digits of three sums, 64 bits each, then ReducedWord. Word w of column t is word
/// w * columns + t of the buffer.
constexpr int reduce_column_words = 217;

/// Positions of the words of 8 bytes that follow the digits of sum, magnitudes and squares. min and max are the bits of
/// doubles, or integers.
enum class ReducedWord { nan, plus_infinity, minus_infinity, poison, infinite_squares, min, max };
constexpr int n_reduced_words = 7;

/// What the host gets: first the digits of sum, magnitudes and squares, with carries propagated and two digits in each
/// word (the lower digit in the lower half), then ReducedWord.
using ReducedWords = std::array<std::int64_t, 3 * ExactSum::n_digits / 2 + n_reduced_words>;
static_assert(ExactSum::n_digits % 2 == 0 && sizeof(ReducedWords) == reduced_bytes);

/// The number of work-items of the last stage.
constexpr std::int64_t reduce_finishers = 4;

/// The largest number of points in a piece of a row.
constexpr std::int64_t reduce_piece = 512;

/// A work-item adds fewer values than this to one digit before it propagates carries.
constexpr std::int64_t most_reduced_by_item = std::int64_t{1} << 28;

/// The arguments after the buffers. All have 64 bits.
struct ReduceNumbers {
  std::int64_t phase = 0;
  std::int64_t items = 0;                     ///< accumulate: work-items; add: columns of `in`
  std::int64_t parts = 0;                     ///< add: columns of `out`
  std::int64_t wanted = 0;                    ///< bits: 1 sum, 2 magnitudes, 4 squares, 8 extremes
  std::int64_t integers = 0;                  ///< 1: the elements are integers
  std::int64_t start = 0, row = 0, plane = 0; ///< in elements: first point of the box; strides of rows and planes
  Index extent{0, 0, 0};
};

/// Returns the device memory of all stages of a reduction, in bytes. The device keeps it for the next reduction.
/// `by_rows`: for nopal_reduce_rows, else for nopal_reduce_points.
std::size_t reduce_bytes(const Box& box, bool by_rows);

} // namespace nopal
