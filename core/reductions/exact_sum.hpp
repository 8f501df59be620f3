#pragma once
// An accumulator that adds doubles without rounding, so that a sum has the same bits in any order.

#include <array>
#include <cstdint>

namespace nopal {

/// Holds the exact sum of any number (< 2^53) of doubles in fixed point, 32 bits a digit in 64-bit words.
/// Merging and adding commute exactly. NaN and infinities are counted and win.
class ExactSum {
public:
  static constexpr int n_digits = 70;

  void add(double value);
  void add(const ExactSum& other);
  /// Rounded once, to nearest even; NaN where a NaN or both infinities were added.
  double value() const;

  /// Carries propagated: digits of at most 32 bits, so that up to 2^31 of them can be added digit by digit
  /// (an MPI_SUM of int64). Layout: n_digits digits, then counts of NaN, +inf, -inf.
  std::array<std::int64_t, n_digits + 3> normalized() const;
  static ExactSum from_digits(const std::array<std::int64_t, n_digits + 3>& digits);

private:
  void carry() const;
  mutable std::array<std::int64_t, n_digits> digits_{};
  mutable std::int64_t pending_ = 0; ///< additions since the last carry
  std::int64_t nan_ = 0, plus_infinity_ = 0, minus_infinity_ = 0;
};

} // namespace nopal
