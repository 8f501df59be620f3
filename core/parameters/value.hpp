#pragma once
// Values of parameters.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace nopal {

enum class ParameterType { boolean, integer, real, string, keyword };
/// The words for the types, in their order.
inline const std::vector<std::string> parameter_types{"bool", "int", "real", "string", "keyword"};

/// One value. A keyword is held as a string, its choice.
using Scalar = std::variant<bool, std::int64_t, double, std::string>;

/// Returns an int or a real as a real.
inline double as_real(const Scalar& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return std::get<double>(value);
}

/// The value of a parameter: one scalar, or any number of them for an array parameter.
struct Value {
  bool is_array = false;
  std::vector<Scalar> items;

  bool operator==(const Value&) const = default;
  /// The value as a parfile would give it. Reals have the fewest digits that read back to the same bits.
  std::string text() const;
};

inline std::string to_string(ParameterType type) { return parameter_types[static_cast<std::size_t>(type)]; }

} // namespace nopal
