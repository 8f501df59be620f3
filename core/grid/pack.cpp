#include "core/grid/pack.hpp"

#include "core/base/assert.hpp"

#include <cstring>
#include <vector>

namespace nopal {

namespace {

/// The smallest copy that uses threads. For fewer bytes it takes longer to start the threads than to copy.
constexpr std::size_t parallel_bytes = std::size_t{1} << 18;

/// One side of a copy. Point i of row (j, k) of a box starts at base + i * point + j * row + k * plane. i, j and k
/// count from the box's corner; the distances are in bytes.
template <class Byte> struct Side {
  Byte* base;
  long point;
  long row;
  long plane;
};

template <class Byte> Side<Byte> slot_side(Byte* slot, const Layout& layout, long size, const Index& corner,
                                           const Index& stride = {1, 1, 1}) {
  return {slot + size * layout.index(corner[0], corner[1], corner[2]), size * stride[0],
          size * layout.stride[1] * stride[1], size * layout.stride[2] * stride[2]};
}

template <class Byte> Side<Byte> dense_side(Byte* dense, long size, const Index& counts) {
  return {dense, size, size * counts[0], size * counts[0] * counts[1]};
}

/// Copies one row. Strips of i faces have rows of one to three points, so these sizes are constants for the compiler.
inline void copy_row(std::byte* to, const std::byte* from, std::size_t bytes) {
  if (bytes == 8)
    std::memcpy(to, from, 8);
  else if (bytes == 16)
    std::memcpy(to, from, 16);
  else if (bytes == 24)
    std::memcpy(to, from, 24);
  else
    std::memcpy(to, from, bytes);
}

void copy_rows(const Side<const std::byte>& from, const Side<std::byte>& to, long size, const Index& counts) {
  const std::size_t bytes = static_cast<std::size_t>(size * counts[0]);
  const long nj = counts[1], nk = counts[2];
  const bool parallel = bytes * static_cast<std::size_t>(nj * nk) >= parallel_bytes;
  const bool whole_rows = from.point == size && to.point == size;
  const auto copy = [&](long j, long k) {
    const std::byte* from_row = from.base + j * from.row + k * from.plane;
    std::byte* to_row = to.base + j * to.row + k * to.plane;
    if (whole_rows) return copy_row(to_row, from_row, bytes);
    for (long i = 0; i < counts[0]; ++i)
      copy_row(to_row + i * to.point, from_row + i * from.point, static_cast<std::size_t>(size));
  };
  if (!parallel) {
    for (long k = 0; k < nk; ++k)
      for (long j = 0; j < nj; ++j) copy(j, k);
    return;
  }
#pragma omp parallel for collapse(2) schedule(static)
  for (long k = 0; k < nk; ++k)
    for (long j = 0; j < nj; ++j) copy(j, k);
}

} // namespace

Index strided_counts(const Box& box, const Index& stride) {
  Index counts{0, 0, 0};
  if (box.empty()) return counts;
  for (int axis = 0; axis < 3; ++axis) counts[axis] = (box.extent(axis) - 1) / stride[axis] + 1;
  return counts;
}

void pack_box(const std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box, std::byte* dense,
              const Index& stride) {
  if (box.empty()) return;
  NOPAL_ASSERT(layout.box.contains(box));
  const long size = static_cast<long>(element_size);
  const Index counts = strided_counts(box, stride);
  copy_rows(slot_side(slot, layout, size, box.lower, stride), dense_side(dense, size, counts), size, counts);
}

void unpack_box(std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box, const std::byte* dense,
                const Index& stride) {
  if (box.empty()) return;
  NOPAL_ASSERT(layout.box.contains(box));
  const long size = static_cast<long>(element_size);
  const Index counts = strided_counts(box, stride);
  copy_rows(dense_side(dense, size, counts), slot_side(slot, layout, size, box.lower, stride), size, counts);
}

void fill_box(std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box, std::uint64_t word) {
  if (box.empty()) return;
  NOPAL_ASSERT(layout.box.contains(box) && element_size % sizeof word == 0);
  const long size = static_cast<long>(element_size);
  const std::vector<std::uint64_t> row(static_cast<std::size_t>(box.extent(0)) * element_size / sizeof word, word);
  const Side<const std::byte> same_row{reinterpret_cast<const std::byte*>(row.data()), size, 0, 0};
  copy_rows(same_row, slot_side(slot, layout, size, box.lower), size, box.extents());
}

void copy_box(const SlotData<const std::byte>& from, const SlotData<std::byte>& to, std::size_t element_size,
              const Box& box, const Index& shift) {
  if (box.empty()) return;
  const Box source = box.shifted(shift);
  NOPAL_ASSERT(to.layout.box.contains(box) && from.layout.box.contains(source));
  if (from.data == to.data && source == box) return;
  const long size = static_cast<long>(element_size);
  copy_rows(slot_side(from.data, from.layout, size, source.lower), slot_side(to.data, to.layout, size, box.lower), size,
            box.extents());
}

} // namespace nopal
