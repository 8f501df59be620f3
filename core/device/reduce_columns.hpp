#pragma once
// How many columns the kernel that reduces (reduce_kernel.hpp) fills at a time, and what memory they take.

#include "core/grid/box.hpp"

#include <cstddef>
#include <cstdint>

namespace nopal {

/// A GPU adds so many columns in two steps.
constexpr std::int64_t reduce_columns_added_at_once = 64;

/// Columns that the first stage fills, one a work-item; `by_rows`: nopal_reduce_rows. 0 for an empty box.
std::int64_t reduce_columns(const Box& box, bool by_rows);

/// What all stages take on the device, in bytes; it is kept for the next reduction.
std::size_t reduce_bytes(const Box& box, bool by_rows);

} // namespace nopal
