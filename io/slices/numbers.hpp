#pragma once
// Numbers as people read them.

#include <cstdint>
#include <optional>
#include <string>

namespace nopal::slices {

/// mantissa * 10^exponent, exactly.
struct Decimal {
  std::int64_t mantissa = 0;
  int exponent = 0;

  /// The nearest double; infinite or 0 where it is too large or too small for one.
  double value() const;
};

/// A finite number, rounded to so many digits; without them, to as few as read back to the same value.
Decimal decimal(double number, std::optional<int> digits = std::nullopt);

/// Digits of a number; 1 for 0.
int digits(std::int64_t number);

/// "⁻³"
std::string superscript(int number);

/// With as many digits as it has: "−0.0025", "1200", "1.25×10⁻⁹".
std::string text(const Decimal& number);
/// Divided by 10^power, with `decimals` digits behind the point: "−1.50".
std::string fixed_text(const Decimal& number, int power, int decimals);
/// To six digits; `exactly`: to as many as read back to the same value.
std::string text(double number, bool exactly = false);

/// As parfiles have them: "-2.5e-09".
std::string ascii(double number);

} // namespace nopal::slices
