#pragma once
// Where the course of a kernel's body may depend on values, so that a few runs of it need not show all that it touches.

#include <string>
#include <vector>

namespace nopal {

struct Branches {
  std::vector<std::string> places; ///< "12:3 if": line and column in the body
  /// Whether the body can be run on any values: its loops count an integer up to a bound, local integers and scalar
  /// variables neither divide nor choose an element of a local array.
  bool recordable = true;
};

/// Of a body that check_body accepts; `scalars`: its integers that are variables. `if`, `switch`, `? :`, `&&`, `||` and
/// all loops count.
Branches find_branches(const std::string& body, const std::vector<std::string>& scalars);

} // namespace nopal
