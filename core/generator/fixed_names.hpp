#pragma once
// The local integers of a loop's body whose values no data decide.

#include <string>
#include <utility>
#include <vector>

namespace nopal {

struct FixedNames {
  /// They take the same values at each element: counters of loops from a number to a number or to count() of a map of
  /// fixed arity, constants made of them, and the maps of fixed arity.
  std::vector<std::string> constant;
  /// Their values depend only on how many targets the element has under maps of varying arity. These maps are in it.
  std::vector<std::string> counting;

  bool are_constant(const std::string& text) const { return holds(text, false); }
  /// Whether no data decide the value of this expression.
  bool are_fixed(const std::string& text) const { return holds(text, true); }

private:
  bool holds(const std::string& text, bool with_counting) const;
};

/// `maps`: short names and arities (0: varying) of the maps that the loop uses.
FixedNames fixed_names(const std::string& body, const std::vector<std::pair<std::string, int>>& maps);

} // namespace nopal
