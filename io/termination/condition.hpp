#pragma once
// A condition as a parfile writes it: "norm2(wavetoy::phi) < 1e-6".

#include <nopal/thorn.hpp>

#include <optional>
#include <string>

namespace nopal::termination {

/// What is compared.
struct Quantity {
  std::optional<Reduction> reduction; ///< nothing: the value of a scalar
  std::string variable;               ///< full name
  bool change = false;                ///< by how much it differs from the last time that it was looked at, without sign
  int character = 0;                  ///< where the variable stands in the text, from 1

  /// As the parfile may write it.
  std::string text() const;
};

enum class Comparison { less, less_or_equal, greater, greater_or_equal, equal, unequal };

struct Condition {
  Quantity quantity;
  Comparison comparison = Comparison::less;
  double limit = 0; ///< finite
  std::string text; ///< as written
};

/// Error with the text, the character (from 1) and what is allowed there. Whether the variable exists is not looked at.
Condition parse_condition(const std::string& text);

/// False of a value that is not a number, but for `unequal`.
bool holds(const Condition& condition, double value);

/// "<text>": character 5: <message>.
std::string at_character(const std::string& text, int character, const std::string& message);

} // namespace nopal::termination
