#include "core/grid/domain.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nopal {

namespace {

// Reductions hold the number of points in a double, and bytes of padded rows must fit into 64 bits.
constexpr long most_grid_points = 1L << 53;

void check(const DomainSpec& spec) {
  ErrorList errors;
  if (spec.dimension < 1 || spec.dimension > 3)
    throw Error(fmt::format("a grid has 1, 2 or 3 axes, not {}: give `cells` one entry for each axis", spec.dimension));
  if (spec.ghosts < 0) errors.add(fmt::format("driver.ghosts is {}: it must be 0 or more", spec.ghosts));
  if (spec.boundary_width < 0)
    errors.add(fmt::format("driver.boundary_width is {}: it must be 0 or more layers", spec.boundary_width));
  if (!(spec.courant > 0) || !std::isfinite(spec.courant))
    errors.add(fmt::format("driver.courant is {}: it must be positive and finite", spec.courant));
  if (!(spec.dt >= 0) || !std::isfinite(spec.dt))
    errors.add(fmt::format("driver.dt is {}: it must be positive and finite, or 0", spec.dt));
  if (!std::isfinite(spec.start_time))
    errors.add(fmt::format("driver.start_time is {}: it must be finite", spec.start_time));
  long points = 1;
  for (int axis = 0; axis < spec.dimension; ++axis) {
    const double lower = spec.lower[axis], upper = spec.upper[axis];
    const long cells = spec.cells[axis];
    if (cells < 1) {
      errors.add(fmt::format("driver.cells: axis {} has {} cells: it must have 1 or more", axis, cells));
      continue;
    }
    const bool on_boundary = spec.centering == Centering::vertex && !spec.periodic[axis] && spec.boundary_width > 0;
    if (on_boundary && cells < 2)
      errors.add(fmt::format("driver.cells: axis {} has 1 cell. Its two vertices are outer boundary, so that it has no "
                             "interior point: use 2 cells or more, `centering: cell`, or a periodic axis",
                             axis));
    if (!(lower < upper) || !std::isfinite(upper - lower)) {
      errors.add(fmt::format(
          "driver.lower is {1} and driver.upper is {2} on axis {0}: upper must be greater than lower, and both "
          "numbers and their difference must be finite",
          axis, lower, upper));
      continue;
    }
    const double spacing = (upper - lower) / static_cast<double>(cells);
    const double largest = std::max(std::abs(lower), std::abs(upper));
    if (!(largest - spacing < largest))
      errors.add(fmt::format(
          "driver.cells: axis {} has {} cells between {} and {}. Neighbouring points then have the same coordinate in "
          "double precision: use fewer cells",
          axis, cells, lower, upper));
    // Each term is limited before the sum, so that nothing overflows.
    const long layers =
        std::clamp(spec.ghosts, 0L, most_grid_points) + std::clamp(spec.boundary_width, 0L, most_grid_points);
    if (cells > most_grid_points || points > most_grid_points / (cells + 2 * layers)) {
      errors.add(fmt::format("driver.cells: axis {}: a grid of {} cells with ghost zones {} wide and a boundary {} "
                             "wide has more points than can be counted: use smaller numbers",
                             axis, cells, spec.ghosts, spec.boundary_width));
      break;
    }
    points *= cells + 2 * layers;
  }
  errors.raise_if_any();
}

} // namespace

Domain::Domain(const DomainSpec& spec) : spec_(spec) {
  check(spec);
  double smallest = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    if (!exists(axis)) {
      points_.upper[axis] = interior_.upper[axis] = 1;
      continue;
    }
    const long cells = spec.cells[axis], width = spec.boundary_width;
    spacing_[axis] = (spec.upper[axis] - spec.lower[axis]) / static_cast<double>(cells);
    lower_[axis] = spec.lower[axis];
    centre_[axis] = spec.centering == Centering::cell ? 0.5 : 0.0;
    smallest = std::min(smallest, spacing_[axis]);

    long first = 0, end = cells;
    if (spec.centering == Centering::vertex && !spec.periodic[axis]) {
      // The innermost boundary layer lies on the faces. Without boundary these points are interior.
      first = width > 0 ? 1 : 0;
      end = width > 0 ? cells : cells + 1;
    }
    const long layers = spec.periodic[axis] ? 0 : width;
    interior_.lower[axis] = first;
    interior_.upper[axis] = end;
    points_.lower[axis] = first - layers;
    points_.upper[axis] = end + layers;
  }
  dt_ = spec.dt > 0 ? spec.dt : spec.courant * smallest;
  if (!(dt_ > 0) || !std::isfinite(dt_))
    throw Error(
        fmt::format("driver.courant is {} and the smallest spacing is {}: their product is not a usable time step",
                    spec.courant, smallest));
}

bool Domain::all_periodic() const {
  for (int axis = 0; axis < spec_.dimension; ++axis)
    if (!periodic(axis)) return false;
  return true;
}

} // namespace nopal
