#pragma once
// Rounds a number up to a multiple of another one.

namespace nopal {

/// Returns the least multiple of `to` that is not below n. n must not be negative, and `to` must be positive.
constexpr long round_up(long n, long to) { return (n + to - 1) / to * to; }

} // namespace nopal
