#pragma once
// Tables of boxes that one kernel launch copies between device buffers, and the kernel. The packing and unpacking of
// strips and the copies between slots all use them.

#include "core/device/device.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace nopal {

/// One side of a copy of a box, in words of 8 bytes: word (i, j, k) of the box lies at start + i + j*row + k*plane.
struct CopySide {
  int buffer = 0; ///< number of the buffer, chosen by the caller
  long start = 0;
  long row = 0;
  long plane = 0;
};

/// A copy of a box of `extent` words from one side to the other.
struct CopyEntry {
  CopySide from;
  CopySide to;
  Index extent{0, 0, 0};
};

/// Returns the side of a box in a slot's allocation.
CopySide slot_side(int buffer, const Layout& layout, std::size_t element_size, const Box& box);
/// Returns the side of a box that lies dense in a staging buffer, from byte `offset` on (a multiple of 8).
CopySide dense_side(int buffer, std::size_t offset, std::size_t element_size, const Box& box);
/// Adds the copies between the points of a strip in the slot's allocation, with this layout, and the staging buffer. A
/// strip with a stride along i gives one entry for each plane, with rows as long as an element.
void add_entries(std::vector<CopyEntry>& entries, int slot_buffer, int staging_buffer, const Strip& strip,
                 const Layout& layout, std::size_t element_size, bool pack);
/// Returns the extent of a box in words.
Index words_of(const Box& box, std::size_t element_size);

/// The largest number of buffers of one launch.
constexpr int copy_buffers = 8;
/// The numbers that a table holds for one entry: first row and first word (counted over the table), positions of from
/// and to among the buffers, start, row and plane of from, start, row and plane of to, extent along i and j.
constexpr int copy_columns = 12;

/// The copies of one launch.
struct CopyTable {
  struct Buffer {
    int number = 0; ///< as in CopySide
    bool read = false;
    bool written = false;
  };
  std::vector<std::int64_t> numbers; ///< copy_columns for each entry
  std::vector<Buffer> buffers;       ///< at most copy_buffers, in the order of the arguments
  long entries = 0;
  long rows = 0;  ///< of all entries
  long words = 0; ///< of all entries
};

/// Returns tables for the entries in their order, as few as the limit on buffers allows. Leaves out empty entries.
std::vector<CopyTable> copy_tables(std::span<const CopyEntry> entries);

/// A kernel that copies, as a source for OpenCL C and CUDA C++. Its entry point is nopal_copy_words, for GPUs: a
/// work-item copies one word. If rows_only (device_launch.hpp) stands before the text, it is nopal_copy_rows, for CPUs:
/// a work-item copies copy_rows_per_item rows. The arguments are: table, copy_buffers buffers, number of entries,
/// number of all words or rows.
///
/// DeviceQueues::dialect() must stand before the text, too. It defines NOPAL_KERNEL, NOPAL_FUNCTION, NOPAL_GLOBAL and
/// NOPAL_ITEM (the index of the work-item along the first axis, a long).
extern const char* const copy_kernel;

constexpr long copy_rows_per_item = 32;

} // namespace nopal
