#pragma once
// Moments: the results of one pass over the points of a slot. All reductions follow from them.

#include "core/grid/layout.hpp"
#include "core/reductions/exact_sum.hpp"
#include "core/variables/variables.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace nopal {

/// The number of bytes that a device sends for the Moments of a slot. It is the same for all MomentsWanted: the digits
/// of three sums in 32 bits each, two extremes, five counts (core/device/reduce_kernel.hpp).
constexpr std::size_t reduced_bytes = 3 * ExactSum::n_digits * 4 + 7 * 8;

/// The members of Moments that must be computed.
struct MomentsWanted {
  bool extremes = false;
  bool sum = false;
  bool magnitudes = false;
  bool squares = false;

  bool operator==(const MomentsWanted&) const = default;
  /// Adds the moments that `other` wants.
  MomentsWanted& operator|=(const MomentsWanted& other) {
    extremes |= other.extremes;
    sum |= other.sum;
    magnitudes |= other.magnitudes;
    squares |= other.squares;
    return *this;
  }
  /// True if this wants all moments that `other` wants.
  bool covers(const MomentsWanted& other) const { return (MomentsWanted(*this) |= other) == *this; }
};

/// The order of merges does not matter, so the result has the same bits for any number of threads and ranks.
struct Moments {
  // The extremes of reals.
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  bool nan = false; ///< a value was NaN; belongs to the extremes: min and max ignore NaN
  // The extremes of integers.
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t largest = std::numeric_limits<std::int64_t>::min();
  ExactSum sum;
  ExactSum magnitudes; ///< the sum of |x|
  ExactSum squares;    ///< the sum of x*x; each x*x is rounded to double

  void merge(const Moments& other, const MomentsWanted& wanted);
};

/// Computes the moments of the points of `box`, with all OpenMP threads. The slot has real or integer elements.
Moments moments(const std::byte* slot, const Layout& layout, Type type, const Box& box, const MomentsWanted& wanted);

} // namespace nopal
