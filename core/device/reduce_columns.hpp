#pragma once
// The number of columns that the reduction kernel (reduce_kernel.hpp) fills, and their memory.

#include "core/grid/box.hpp"

#include <cstddef>
#include <cstdint>

namespace nopal {

/// The number of columns that are left after the first step of an addition.
constexpr std::int64_t reduce_columns_added_at_once = 64;

/// Returns the number of columns that the first stage fills, one for each work-item. `by_rows`: for nopal_reduce_rows,
/// else for nopal_reduce_points. 0 for an empty box.
std::int64_t reduce_columns(const Box& box, bool by_rows);

/// Returns the device memory of all stages, in bytes. The device keeps it for the next reduction.
std::size_t reduce_bytes(const Box& box, bool by_rows);

} // namespace nopal
