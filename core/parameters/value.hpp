#pragma once
// Values of parameters.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace nopal {

enum class ParameterType { boolean, integer, real, string, keyword };

/// One value. A keyword is held as a string, its choice.
using Scalar = std::variant<bool, std::int64_t, double, std::string>;

/// The value of a parameter: one scalar, or any number of them for an array parameter.
struct Value {
  bool is_array = false;
  std::vector<Scalar> items;

  bool operator==(const Value&) const = default;
  /// The value as a parfile would give it. Reals have the fewest digits that read back to the same bits.
  std::string text() const;
};

std::string to_string(ParameterType type);

} // namespace nopal
