// Refuses boundaries with more layers than the kernels that fill them declare.

#include <nopal/thorn.hpp>

#include <string>

namespace {

using namespace nopal;

/// A wall takes the values of as many cells inside as there are layers outside, at most 2 * 8 - 1 points away: this is
/// the extent that the boundary kernels declare.
constexpr long most_layers = 8;

} // namespace

NOPAL_FUNCTION(check) {
  const Domain& domain = call.domain();
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const long layers = domain.interior().lower[axis] - domain.points().lower[axis];
    if (layers > most_layers)
      throw Error("euler: the boundary has " + std::to_string(layers) + " layers, expected at most " +
                  std::to_string(most_layers) + ": set driver.boundary_width to 3 or 4");
  }
}
