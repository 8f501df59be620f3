#pragma once
// Boxes to be copied between device buffers, as tables that one kernel launch works through (copy_kernel.hpp).
// Packing and unpacking of strips and copies between slots are all of this one kind.

#include "core/device/device.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace nopal {

/// One side of a copy of a box, in words of 8 bytes: word (i, j, k) of the box lies at start + i + j*row + k*plane.
struct CopySide {
  int buffer = 0; ///< the caller's number of the buffer
  long start = 0;
  long row = 0;
  long plane = 0;
};

/// A box of `extent` words copied from one side to the other.
struct CopyEntry {
  CopySide from;
  CopySide to;
  Index extent{0, 0, 0};
};

/// The side of a box that lies in a slot's allocation.
CopySide slot_side(int buffer, const Layout& layout, std::size_t element_size, const Box& box);
/// The side of a box that lies dense in a staging buffer from byte `offset` (a multiple of 8) on.
CopySide dense_side(int buffer, std::size_t offset, std::size_t element_size, const Box& box);
/// The words of a box.
Index words_of(const Box& box, std::size_t element_size);

/// Up to this many buffers are named by one launch.
constexpr int copy_buffers = 8;
/// Numbers of one entry in a table: first row, first word (counted over the table), from, to (positions among the
/// buffers), start, row, plane of from, the same of to, extent i, extent j.
constexpr int copy_columns = 12;

/// What one launch copies.
struct CopyTable {
  struct Buffer {
    int number = 0; ///< the caller's
    bool read = false;
    bool written = false;
  };
  std::vector<std::int64_t> numbers; ///< copy_columns an entry
  std::vector<Buffer> buffers;       ///< at most copy_buffers, in the order of the arguments
  long entries = 0;
  long rows = 0;  ///< of all entries
  long words = 0; ///< of all entries
};

/// As few tables as the limit on buffers allows when entries keep their order; empty entries are left out.
std::vector<CopyTable> copy_tables(std::span<const CopyEntry> entries);

} // namespace nopal
