// Refuses grids on which the kernels that fill the boundary cannot work.

#include <nopal/thorn.hpp>

#include <string>

namespace {

using namespace nopal;

/// A wall takes the values of as many cells inside as there are layers outside, at most 2 * 8 - 1 points away: this is
/// the extent that the boundary kernels declare.
constexpr long most_layers = 8;

/// Each process that has boundary points must have the cells from which they take their values, too.
void check_part(const Box& interior, const Domain& domain) {
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const long layers = domain.interior().lower[axis] - domain.points().lower[axis];
    const long cells = interior.upper[axis] - interior.lower[axis];
    if (layers > most_layers)
      throw Error("euler: the boundary has " + std::to_string(layers) + " layers, expected at most " +
                  std::to_string(most_layers) + ": set driver.boundary_width to 3 or 4");
    if (cells < layers)
      throw Error("euler: a process has " + std::to_string(cells) + " cells along " + std::string(1, "xyz"[axis]) +
                  ", and the " + std::to_string(layers) + " layers of its boundary need as many: use fewer processes " +
                  "along this axis (driver.process_grid), or more cells (driver.cells)");
  }
}

} // namespace

NOPAL_FUNCTION(check) {
  for (const Part& part : call.parts()) check_part(part.interior(), call.domain());
}
