#pragma once
// An accumulator that adds doubles without rounding. So a sum has the same bits in any order.

#include "core/reductions/integer_sum.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace nopal {

/// Holds the exact sum of fewer than 2^53 doubles in fixed point, with digits of 32 bits in words of 64 bits. The order
/// of additions does not matter. NaN and infinities are counted; any of them decides value(). A sum of zero is +0.
class ExactSum {
public:
  static constexpr int n_digits = 70;
  /// n_digits digits, then the numbers of NaN, +inf, -inf and poisoned NaN that were added.
  enum Count { nan = n_digits, plus_infinity, minus_infinity, poison, n_words };
  using Digits = std::array<std::int64_t, n_words>;

  void add(double value);
  /// Adds all values. The result is the same as if they were added one by one, but this is faster.
  void add(std::span<const double> values);
  /// Adds an integer of 64 bits without rounding it to double first.
  void add_integer(std::int64_t value);
  void add(const ExactSum& other);
  /// Returns the sum, rounded once to nearest even. Returns NaN if a NaN or both infinities were added, and poison
  /// (core/variables/poison_word.hpp) if poison was added.
  double value() const;
  /// Returns the sum if only integers of 64 bits were added.
  Int128 integer() const;

  /// Returns the digits with all carries done, so each has at most 32 bits. So up to 2^31 results can be added digit by
  /// digit (an MPI_SUM of int64).
  Digits normalized() const;
  /// Makes a sum from the result of normalized(), or from the sum of up to 2^30 such results.
  static ExactSum from_digits(const Digits& digits);

private:
  void add_block(std::span<const double> values);
  void add_special(double value);
  void carry();
  Digits digits_{};
  std::int64_t pending_ = 0; ///< additions since the last carry
};

} // namespace nopal
