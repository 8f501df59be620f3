#pragma once
// An accumulator that adds doubles without rounding, so that a sum has the same bits in any order.

#include <array>
#include <cstdint>
#include <span>

namespace nopal {

/// Holds the exact sum of any number (< 2^53) of doubles in fixed point, 32 bits a digit in 64-bit words.
/// Merging and adding commute exactly. NaN and infinities are counted and win. A sum of zero is +0.
class ExactSum {
public:
  static constexpr int n_digits = 70;
  using Digits = std::array<std::int64_t, n_digits + 4>;

  void add(double value);
  /// The same as adding one by one, but faster.
  void add(std::span<const double> values);
  /// Adds an integer of 64 bits without rounding it to double first.
  void add_integer(std::int64_t value);
  void add(const ExactSum& other);
  /// Rounded once, to nearest even; NaN where a NaN or both infinities were added.
  /// Poison (core/variables/poison_word.hpp) gives poison.
  double value() const;

  /// Carries propagated: digits of at most 32 bits, so that up to 2^31 of them can be added digit by digit
  /// (an MPI_SUM of int64). Layout: n_digits digits, then counts of NaN, +inf, -inf and poison among the NaN.
  Digits normalized() const;
  /// Of digits as `normalized` gives them, or sums of up to 2^30 such.
  static ExactSum from_digits(const Digits& digits);

private:
  void add_block(std::span<const double> values);
  void add_special(double value);
  void carry();
  std::array<std::int64_t, n_digits> digits_{};
  std::int64_t pending_ = 0; ///< additions since the last carry
  std::int64_t nan_ = 0, plus_infinity_ = 0, minus_infinity_ = 0, poison_ = 0;
};

} // namespace nopal
