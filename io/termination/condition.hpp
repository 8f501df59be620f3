#pragma once
// A condition in a parfile, such as "norm2(wavetoy::phi) < 1e-6".

#include <nopal/thorn.hpp>

#include <optional>
#include <string>

namespace nopal::termination {

/// The left side of a condition.
struct Quantity {
  std::optional<Reduction> reduction; ///< empty: the value of a scalar
  std::string variable;               ///< full name
  bool change = false;                ///< the absolute difference from the last look
  int character = 0;                  ///< position of the variable in the text, from 1

  /// Returns the quantity as a parfile writes it.
  std::string text() const;
};

struct Condition {
  Quantity quantity;
  Comparison comparison = Comparison::less;
  double limit = 0;                      ///< finite
  std::optional<Int128> integer_limit{}; ///< the limit without rounding, if it is written as an integer
  std::string text;                      ///< as written
};

/// Reads a condition. Throws an Error with the text, the character (from 1) and what is allowed there. Does not check
/// that the variable exists.
Condition parse_condition(const std::string& text);

/// True if the condition holds for a value. Integers are compared without rounding. For a NaN only `unequal` holds, and
/// if there is no value, nothing holds.
bool holds(const Condition& condition, const Reduced& value);

/// Returns the message "<text>": character 5: <message>.
std::string at_character(const std::string& text, int character, const std::string& message);

} // namespace nopal::termination
