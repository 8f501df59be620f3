#pragma once
// Finds the branches of a kernel's body that may hide accesses: a few test runs of the body may not show all of them.

#include "core/generator/fixed_names.hpp"

#include <string>
#include <vector>

namespace nopal {

struct Branches {
  std::vector<std::string> places; ///< "12:3 if": line and column in the body
  /// Whether the body can run with any values. Each of its loops must count an integer up to a bound. No local
  /// integer and no scalar variable may be a divisor or an index of a local array.
  bool recordable = true;
  /// Whether the conditions of all branches in `places` are made of ni, nj, nk, dimension and numbers only.
  bool follow_normal = true;
};

/// Finds the branches of a body that check_body has accepted: `if`, `switch`, `? :`, `&&`, `||` and all loops. `fields`
/// and `scalars` are the names of its arguments that are grid functions and int scalar variables.
/// A branch is left out if it hides nothing. That is so if the part that it may skip accesses no field and does not
/// leave the body or a loop, and if the indices of all accesses are made of i, j, k, ni, nj, nk and numbers only, so
/// that no branch changes them. `switch`, `while` and `do` are never left out. For a loop over a set, `fixed` are its
/// fixed_names(): indices may be made of them, and a branch is left out, too, if it skips the same at each element.
Branches find_branches(const std::string& body, const std::vector<std::string>& fields,
                       const std::vector<std::string>& scalars, const FixedNames& fixed = {});

} // namespace nopal
