// Checks of the parfile beyond types and ranges.

#include "files.hpp"
#include "kinds.hpp"
#include "numbers.hpp"
#include "planes.hpp"
#include "points.hpp"
#include "section.hpp"

#include "io/common/number_text.hpp"
#include "io/common/positions.hpp"

#include <algorithm>

namespace nopal::tsv {

namespace {

void check_kinds(const Call& call, const std::string& list, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  for (const std::string& name : call.strings(list))
    for (const int v : variables.resolve(name)) {
      const std::string refused = refusal(variables, call.domain().dimension(), v, list);
      if (!refused.empty()) errors.add(call.services().parameters().where("tsv::" + list), refused);
    }
}

void check_reductions(const Call& call, ErrorList& errors) {
  const Location where = call.services().parameters().where("tsv::reductions");
  auto names = call.strings("reductions");
  if (names.empty())
    errors.add(where, "tsv.reductions is empty: list at least one reduction, or remove tsv.reductions to get all");
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) errors.add(where, "tsv.reductions lists " + *twice + " twice: remove one of them");
}

std::string axes_text(int dimension) { return std::to_string(dimension) + (dimension == 1 ? " axis" : " axes"); }

std::string extent_text(const Domain& domain, int axis) {
  return "outside the grid, which extends from " +
         common::number_text(domain.coordinate(axis, domain.points().lower[axis])) + " to " +
         common::number_text(domain.coordinate(axis, domain.points().upper[axis] - 1));
}

void check_point(const Call& call, ErrorList& errors) {
  const Domain& domain = call.domain();
  const Location where = call.services().parameters().where("tsv::point");
  const auto point = call.reals("point");
  if (point.empty()) return;
  if (point.size() != static_cast<std::size_t>(domain.dimension())) {
    errors.add(where, "tsv.point has " + std::to_string(point.size()) + " coordinates on a grid of " +
                          axes_text(domain.dimension()) + ": give one for each axis, or none for the middle");
    return;
  }
  for (int axis = 0; axis < domain.dimension(); ++axis)
    if (!reaches(domain, axis, point[axis], Interpolation::nearest))
      errors.add(where, "tsv.point has coordinate " + common::number_text(point[axis]) + " along " + axis_names[axis] +
                            ", " + extent_text(domain, axis));
}

void check_planes(const Call& call, ErrorList& errors) {
  const int dimension = call.domain().dimension();
  if (call.strings("planes").empty() || dimension == 1)
    return; // on a grid of one axis check_kinds() refuses all planes
  for (const Plane& plane : chosen_planes(call))
    if (plane.second >= dimension)
      errors.add(call.services().parameters().where("tsv::planes_along"),
                 std::string("tsv.planes_along lists ") + plane.name + " on a grid of " + axes_text(dimension) +
                     ", x and y: write xy, or nothing for all planes");
}

std::string coordinates_text(int n) { return std::to_string(n) + (n == 1 ? " coordinate" : " coordinates"); }

/// Each dat needs positions, and all variables share the points, so they need as many coordinates.
void check_coordinates(const Call& call, ErrorList& errors) {
  Services& services = call.services();
  const Variables& variables = services.variables();
  const Location where = services.parameters().where("tsv::points");
  int first = -1;
  for (const int v : listed_points(call)) {
    const Group& group = variables.group_of(v);
    const std::string lists = "tsv.points lists '" + variables.full_name(v) + "'";
    const int coordinates = coordinates_of(call, v);
    if (group.kind == GroupKind::dat && coordinates == 0)
      errors.add(where, lists + ", but the elements of " + group.set +
                            " have no positions: list a dat with their coordinates in tsv.positions, or such a dat "
                            "of their corners, and in tsv.corners a map that leads to these");
    else if (group.kind == GroupKind::dat && services.mesh().set(group.set).global == 0)
      errors.add(where, lists + ", but " + group.set + " has no elements: remove it");
    if (coordinates == 0) continue; // check_kinds() names variables of other kinds
    if (first < 0) first = v;
    if (const int others = coordinates_of(call, first); others != coordinates)
      errors.add(where, lists + ", whose points have " + coordinates_text(coordinates) + ", and '" +
                            variables.full_name(first) + "', whose points have " + coordinates_text(others) +
                            ": tsv.points_at can be for one of them only, so remove the other");
  }
}

void check_in_grid(const Call& call, ErrorList& errors) {
  const Domain& domain = call.domain();
  const Interpolation interpolation = interpolation_from(call.string("interpolation"));
  const auto points = chosen_points(call);
  for (std::size_t p = 0; p < points.size(); ++p)
    for (int axis = 0; axis < domain.dimension(); ++axis)
      if (!reaches(domain, axis, points[p][axis], interpolation))
        errors.add(call.services().parameters().where("tsv::points_at"),
                   "tsv.points_at: point " + std::to_string(p) + " has coordinate " +
                       common::number_text(points[p][axis]) + " along " + axis_names[axis] + ", " +
                       (domain.periodic(axis) ? "which is not finite" : extent_text(domain, axis)));
}

void check_points(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  const Location where = call.services().parameters().where("tsv::points_at");
  const std::size_t n = call.reals("points_at").size();
  if (n == 0 && !call.strings("points").empty())
    errors.add(call.services().parameters().where("tsv::points"),
               "tsv.points lists variables, but tsv.points_at has no coordinates: write the coordinates of one point "
               "after another");
  if (n != 0 && call.strings("points").empty())
    errors.add(where, "tsv.points_at has coordinates, but tsv.points lists no variables: list grid functions or dats "
                      "there");
  check_coordinates(call, errors);

  const auto listed = listed_points(call);
  const bool has_grid = std::ranges::any_of(listed, [&](int v) { return variables.group_of(v).kind == GroupKind::gf; });
  const int coordinates = coordinates_of_points(call);
  if (n % static_cast<std::size_t>(coordinates) != 0)
    errors.add(where, "tsv.points_at has " + std::to_string(n) + " coordinates " +
                          (has_grid ? "on a grid of " + axes_text(coordinates)
                                    : "for positions of " + coordinates_text(coordinates)) +
                          ": write " + std::to_string(coordinates) + " for each point, one point after another");
  else if (has_grid && coordinates == call.domain().dimension())
    check_in_grid(call, errors);
}

} // namespace

} // namespace nopal::tsv

NOPAL_FUNCTION(check) {
  using namespace nopal;
  ErrorList errors;
  for (const char* list : {"norms", "lines", "planes", "points"}) tsv::check_kinds(call, list, errors);
  tsv::check_reductions(call, errors);
  tsv::check_point(call, errors);
  tsv::check_planes(call, errors);
  common::check_positions(call, {.thorn = "tsv"}, errors);
  tsv::check_points(call, errors);
  errors.raise_if_any();
  // A run that goes on from a checkpoint keeps the older rows. So they must be on the disk before the checkpoint is.
  Services& services = call.services();
  tsv::Files& files = call.state<tsv::Files>();
  services.before_checkpoints([&] { services.together([&] { files.sync(services.output_folder()); }); },
                              [] { return 0.0; });
}
