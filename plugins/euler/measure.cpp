// The number of cells along each axis, for the kernels that fill the boundary.

#include <nopal/thorn.hpp>

#include <string>

namespace {

using namespace nopal;

/// Boundary points take their values from as many cells inside as there are layers outside. Each process that has such
/// points must have these cells, too.
void check(const Box& interior, const Domain& domain) {
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const long layers = domain.interior().lower[axis] - domain.points().lower[axis];
    const long cells = interior.upper[axis] - interior.lower[axis];
    if (cells < layers)
      throw Error("euler: a process has " + std::to_string(cells) + " cells along " + std::string(1, "xyz"[axis]) +
                  ", and the " + std::to_string(layers) + " layers of its boundary need as many: use fewer processes " +
                  "along this axis (driver.process_grid), or more cells (driver.cells)");
  }
}

} // namespace

NOPAL_FUNCTION(measure) {
  for (const Part& part : call.parts()) check(part.interior(), call.domain());
  const Box& cells = call.domain().interior();
  call.write<std::int64_t>("cells_i").value() = cells.upper[0] - cells.lower[0];
  call.write<std::int64_t>("cells_j").value() = cells.upper[1] - cells.lower[1];
  call.write<std::int64_t>("cells_k").value() = cells.upper[2] - cells.lower[2];
}
