#pragma once
// How a routine uses a variable. Clauses of the schedule and arguments of kernels use the same type.

#include <string_view>

namespace nopal {

enum class Access : int {
  read,
  write,
  readwrite,
  increment,   ///< adds to the values that are there
  reduce,      ///< needs only reductions of it, which are computed where the points are valid
  minimum,     ///< of a scalar, in a loop over a set: the least of its value and of what the elements give
  maximum,     ///< of a scalar, in a loop over a set: the largest
  interpolate, ///< needs only values at points that the function asks for when it runs
};

constexpr bool reads(Access access) { return access != Access::write; }
constexpr bool writes(Access access) {
  return access != Access::read && access != Access::reduce && access != Access::interpolate;
}

/// Returns the name of the enumerator: "readwrite".
constexpr std::string_view to_string(Access access) {
  constexpr std::string_view names[] = {"read",   "write",   "readwrite", "increment",
                                        "reduce", "minimum", "maximum",   "interpolate"};
  return names[static_cast<int>(access)];
}

} // namespace nopal
