#include "core/sets/mesh_rules.hpp"

namespace nopal {

std::vector<LineTarget> line_targets(const OnRhombus& from, std::int64_t line, const OnRhombus& to) {
  const icosahedral::Element first = from.rhombus.element(from.place, line * from.columns());
  std::vector<LineTarget> targets;
  for (const icosahedral::Shift& shift : icosahedral::neighbours(from.place, first.colour, to.place))
    targets.push_back({to.line_of(to.rhombus.number(to.place, {0, shift.colour, first.j + shift.j})), shift.i});
  return targets;
}

} // namespace nopal
