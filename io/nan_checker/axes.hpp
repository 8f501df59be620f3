#pragma once
// The indices of a variable's values, as reports list them.

#include <nopal/thorn.hpp>

#include <string>
#include <vector>

namespace nopal::nan_checker {

struct Axis {
  int number = 0;   ///< in Point::at
  std::string name; ///< "i"; of a dat "element" or "component"
};

inline std::vector<Axis> axes_of(const Call& call, const Group& group) {
  if (group.kind == GroupKind::dat)
    return group.components > 1 ? std::vector<Axis>{{1, "element"}, {0, "component"}}
                                : std::vector<Axis>{{1, "element"}};
  std::vector<Axis> axes;
  const int dimension = group.kind == GroupKind::gf ? call.domain().dimension() : group.dimension;
  for (int axis = 0; axis < dimension; ++axis) axes.push_back({axis, std::string(1, "ijk"[axis])});
  return axes;
}

} // namespace nopal::nan_checker
