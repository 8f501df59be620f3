// The last cell along each axis, for kernels that fill the boundary.

#include <nopal/thorn.hpp>

#include <string>

namespace {

using namespace nopal;

/// Boundary points take values from up to so many cells inside.
constexpr long layers = 3;

void check(const Box& interior, const Domain& domain) {
  for (int axis = 0; axis < domain.dimension(); ++axis)
    if (const long n = interior.upper[axis] - interior.lower[axis]; !domain.periodic(axis) && n < layers)
      throw Error("euler: a process has " + std::to_string(n) + " cells along the axis " + "xyz"[axis] +
                  ", and its boundary needs " + std::to_string(layers) + ": use fewer processes along this axis " +
                  "(driver.process_grid), or more cells");
}

} // namespace

NOPAL_FUNCTION(measure) {
  for (const Part& part : call.parts()) check(part.interior(), call.domain());
  const Box& cells = call.domain().interior();
  call.write<std::int64_t>("last_i").value() = cells.upper[0] - 1;
  call.write<std::int64_t>("last_j").value() = cells.upper[1] - 1;
  call.write<std::int64_t>("last_k").value() = cells.upper[2] - 1;
}
