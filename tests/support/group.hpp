#pragma once
// Makes groups of variables for tests.

#include "core/variables/variables.hpp"

#include <algorithm>
#include <string>

namespace nopal::test {

/// Returns the group without variables, for Variables::add_group(). Give a shape for an array.
inline Group group(const std::string& full_name, GroupKind kind, Type type = Type::real, int timelevels = 1,
                   const Index& shape = {1, 1, 1}) {
  const std::size_t colons = full_name.find("::");
  Group result;
  result.thorn = full_name.substr(0, colons);
  result.name = full_name.substr(colons + 2);
  result.kind = kind;
  result.type = type;
  result.timelevels = timelevels;
  result.shape = shape;
  if (kind == GroupKind::array) result.dimension = static_cast<int>(3 - std::count(shape.begin(), shape.end(), 1));
  return result;
}

} // namespace nopal::test
