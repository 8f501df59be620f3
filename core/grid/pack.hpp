#pragma once
// Functions that copy boxes on the host: between a slot and a dense strip (i is the fastest axis), and between slots.
// A box must lie within the layout's box. All OpenMP threads share the copy of a large box.

#include "core/grid/layout.hpp"

#include <cstddef>
#include <cstdint>

namespace nopal {

/// Returns how many points along each axis lie at a multiple of `stride` from the lower corner of a box. 0: it is
/// empty.
Index strided_counts(const Box& box, const Index& stride);

/// Copy a box between a slot and a dense buffer. `slot` starts the allocation. `dense` has box.points() elements. With
/// a stride only the points at a multiple of it from the box's lower corner are copied; `dense` has no others.
void pack_box(const std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box, std::byte* dense,
              const Index& stride = {1, 1, 1});
void unpack_box(std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box, const std::byte* dense,
                const Index& stride = {1, 1, 1});

/// Sets every 8 bytes of these points to `word`.
void fill_box(std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box, std::uint64_t word);

/// A slot's memory on the host and its layout.
template <class Byte> struct SlotData {
  Byte* data; ///< start of the allocation
  const Layout& layout;
};

/// Copies point p + shift of `from` to point p of `to`, for each p in the box. Both may be the same slot if the box and
/// the shifted box are disjoint or the shift is 0.
void copy_box(const SlotData<const std::byte>& from, const SlotData<std::byte>& to, std::size_t element_size,
              const Box& box, const Index& shift = {0, 0, 0});

} // namespace nopal
