#pragma once
// What one pass over the points of a slot yields for all reductions. Knows no MPI.

#include "core/grid/layout.hpp"
#include "core/reductions/exact_sum.hpp"
#include "core/variables/variables.hpp"

#include <cstddef>
#include <limits>

namespace nopal {

/// What a device sends of the Moments of a slot, whatever is wanted of them: the digits of three sums in 32 bits each,
/// two extremes, five counts (core/device/reduced_words.hpp).
constexpr std::size_t reduced_bytes = 3 * ExactSum::n_digits * 4 + 7 * 8;

/// Which parts of Moments to compute.
struct MomentsWanted {
  bool extremes = false;
  bool sum = false;
  bool magnitudes = false;
  bool squares = false;

  bool operator==(const MomentsWanted&) const = default;
  /// Wants what `other` wants, too.
  MomentsWanted& operator|=(const MomentsWanted& other) {
    extremes |= other.extremes;
    sum |= other.sum;
    magnitudes |= other.magnitudes;
    squares |= other.squares;
    return *this;
  }
  /// Whether all that `other` wants is wanted.
  bool covers(const MomentsWanted& other) const {
    return (extremes || !other.extremes) && (sum || !other.sum) && (magnitudes || !other.magnitudes) &&
           (squares || !other.squares);
  }
};

/// Merging commutes exactly, so that neither threads nor ranks show in the result.
struct Moments {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  bool nan = false; ///< known with the extremes, in which a NaN takes no part
  ExactSum sum;
  ExactSum magnitudes; ///< of |x|
  ExactSum squares;    ///< of x*x, each rounded to double

  void merge(const Moments& other, const MomentsWanted& wanted);
};

/// Of the points of `box` in a slot of real or integer elements, by all OpenMP threads.
Moments moments(const std::byte* slot, const Layout& layout, Type type, const Box& box, const MomentsWanted& wanted);

} // namespace nopal
