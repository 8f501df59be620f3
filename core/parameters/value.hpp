#pragma once
// Values of parameters.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace nopal {

enum class ParameterType { boolean, integer, real, string, keyword };

/// One value; a keyword holds its choice as a string.
using Scalar = std::variant<bool, std::int64_t, double, std::string>;

/// A parameter's value: one scalar, or for an array parameter any number of them.
struct Value {
  bool is_array = false;
  std::vector<Scalar> items;

  bool operator==(const Value&) const = default;
  /// As it would stand in a parfile; reals at the fewest digits that read back to the same bits.
  std::string text() const;
};

std::string to_string(ParameterType type);

} // namespace nopal
