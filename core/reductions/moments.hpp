#pragma once
// Moments: the results of one pass over the points of a slot, from which all reductions follow. Knows no MPI.

#include "core/grid/layout.hpp"
#include "core/reductions/exact_sum.hpp"
#include "core/variables/variables.hpp"

#include <cstddef>
#include <limits>

namespace nopal {

/// The bytes that a device sends for the Moments of a slot, whichever are wanted: the digits of three sums in 32 bits
/// each, two extremes, five counts (core/device/reduced_words.hpp).
constexpr std::size_t reduced_bytes = 3 * ExactSum::n_digits * 4 + 7 * 8;

/// Which members of Moments to compute.
struct MomentsWanted {
  bool extremes = false;
  bool sum = false;
  bool magnitudes = false;
  bool squares = false;

  bool operator==(const MomentsWanted&) const = default;
  /// Also wants what `other` wants.
  MomentsWanted& operator|=(const MomentsWanted& other) {
    extremes |= other.extremes;
    sum |= other.sum;
    magnitudes |= other.magnitudes;
    squares |= other.squares;
    return *this;
  }
  /// True if this wants all that `other` wants.
  bool covers(const MomentsWanted& other) const {
    return (extremes || !other.extremes) && (sum || !other.sum) && (magnitudes || !other.magnitudes) &&
           (squares || !other.squares);
  }
};

/// The order of merges does not matter, so the result has the same bits for any number of threads and ranks.
struct Moments {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  bool nan = false; ///< a value was NaN; computed with the extremes, which ignore NaN
  ExactSum sum;
  ExactSum magnitudes; ///< of |x|
  ExactSum squares;    ///< of x*x, each rounded to double

  void merge(const Moments& other, const MomentsWanted& wanted);
};

/// Computes the moments of the points of `box`, with all OpenMP threads. The slot has real or integer elements.
Moments moments(const std::byte* slot, const Layout& layout, Type type, const Box& box, const MomentsWanted& wanted);

} // namespace nopal
