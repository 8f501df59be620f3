#pragma once
// Integers of 128 bits, which hold any sum of integers of 64 bits.

#include <cstdint>
#include <optional>
#include <string>

namespace nopal {

/// Holds the sum of fewer than 2^63 integers of 64 bits.
__extension__ using Int128 = __int128;

/// Returns the decimal digits, with a minus sign if the number is negative.
std::string to_string(Int128 value);

/// Returns the value if it fits into 64 bits.
std::optional<std::int64_t> to_int64(Int128 value);

/// Returns -1, 0 or 1 if the integer is less than, equal to or larger than `real`, without rounding it. `real` is
/// finite or infinite.
int compare(Int128 integer, double real);

} // namespace nopal
