#pragma once
// Finds the branches of a kernel's body. With branches, a few test runs of the body may not show all of its accesses.

#include <string>
#include <vector>

namespace nopal {

struct Branches {
  std::vector<std::string> places; ///< "12:3 if": line and column in the body
  /// Whether the body can run with any values. Each of its loops must count an integer up to a bound. No local
  /// integer and no scalar variable may be a divisor or an index of a local array.
  bool recordable = true;
};

/// Finds `if`, `switch`, `? :`, `&&`, `||` and all loops of a body that check_body has accepted. `scalars`: names of
/// its arguments that are int scalar variables.
Branches find_branches(const std::string& body, const std::vector<std::string>& scalars);

} // namespace nopal
