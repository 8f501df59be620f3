#pragma once
// Numbers as text for people.

#include <cstdint>
#include <optional>
#include <string>

namespace nopal::slices {

/// The exact number mantissa * 10^exponent.
struct Decimal {
  std::int64_t mantissa = 0;
  int exponent = 0;

  /// Returns the nearest double: infinite or 0 if the number is too large or too small.
  double value() const;
};

/// Rounds a finite number to `digits` digits. Without `digits`, takes the fewest digits that read back to the same
/// value.
Decimal decimal(double number, std::optional<int> digits = std::nullopt);

/// Returns the number of digits; 1 for 0.
int digits(std::int64_t number);

/// Returns a text such as "⁻³".
std::string superscript(int number);

/// Returns the number with all its digits: "−0.0025", "1200", "1.25×10⁻⁹".
std::string text(const Decimal& number);
/// Returns the number divided by 10^power, with `decimals` digits after the point: "−1.50".
std::string fixed_text(const Decimal& number, int power, int decimals);
/// Returns the number with six digits. `exactly`: with the fewest digits that read back to the same value.
std::string text(double number, bool exactly = false);

} // namespace nopal::slices
