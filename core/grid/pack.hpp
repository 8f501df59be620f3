#pragma once
// Copies of boxes on the host: between a slot and a dense array (i is the fastest axis), and between slots.
// Boxes must lie within the layout's box. Large boxes are copied by all OpenMP threads.

#include "core/grid/layout.hpp"

#include <cstddef>
#include <cstdint>

namespace nopal {

/// Copies the box from `slot`, the start of an allocation, to `dense`, which has box.points() elements.
void pack_box(const std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box, std::byte* dense);
void unpack_box(std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box,
                const std::byte* dense);

/// Sets every word of 8 bytes of these points to `word`.
void fill_box(std::byte* slot, const Layout& layout, std::size_t element_size, const Box& box, std::uint64_t word);

/// Copies point p + shift of `from` to point p of `to`, for each p in box. Both have this layout. They may be the same
/// slot if box and its shifted copy are disjoint or shift is 0.
void copy_box(const std::byte* from, std::byte* to, const Layout& layout, std::size_t element_size, const Box& box,
              const Index& shift = {0, 0, 0});

} // namespace nopal
