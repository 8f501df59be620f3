#include "settings.hpp"

#include "numbers.hpp"
#include "plane.hpp"

#include "io/common/number_text.hpp"
#include "io/common/positions.hpp"

#include <algorithm>
#include <cmath>

namespace nopal::slices {

namespace {

Location where(const Call& call, const char* parameter) {
  return call.services().parameters().where(std::string("slices::") + parameter);
}

void check_normal(const Call& call, ErrorList& errors) {
  std::vector<std::string> normals = call.strings("normal");
  if (normals.empty()) return;
  if (call.domain().dimension() == 2) {
    errors.add(where(call, "normal"), "slices.normal chooses planes of a grid of three axes, but this grid has two: "
                                      "remove slices.normal");
    return;
  }
  std::sort(normals.begin(), normals.end());
  if (const auto twice = std::adjacent_find(normals.begin(), normals.end()); twice != normals.end())
    errors.add(where(call, "normal"), "slices.normal lists '" + *twice + "' more than once: write it once");
}

void check_point(const Call& call, ErrorList& errors) {
  const Domain& domain = call.domain();
  const auto point = call.reals("point");
  if (point.empty()) return;
  if (domain.dimension() == 2) {
    errors.add(where(call, "point"), "slices.point chooses planes of a grid of three axes, but this grid has two: "
                                     "remove slices.point");
    return;
  }
  if (point.size() != 3) {
    errors.add(where(call, "point"), "slices.point has " + std::to_string(point.size()) +
                                         " coordinates on a grid of 3 axes: give one for each axis, or none for the "
                                         "middle");
    return;
  }
  const Index nearest = nearest_point(domain, point);
  for (int axis = 0; axis < 3; ++axis) {
    const long first = domain.points().lower[axis];
    const long last = domain.points().upper[axis] - 1;
    if (nearest[axis] < first || nearest[axis] > last)
      errors.add(where(call, "point"), "slices.point has coordinate " + common::number_text(point[axis]) + " along " +
                                           "xyz"[axis] + ", outside the grid, which extends from " +
                                           common::number_text(domain.coordinate(axis, first)) + " to " +
                                           common::number_text(domain.coordinate(axis, last)));
  }
}

/// Checks the area that pictures of dats show.
void check_area(const Call& call, ErrorList& errors) {
  const auto lower = call.reals("lower"), upper = call.reals("upper");
  if (lower.empty() && upper.empty()) return;
  if (lower.size() != 2 || upper.size() != 2)
    errors.add(where(call, lower.empty() ? "upper" : "lower"),
               "slices.lower has " + std::to_string(lower.size()) + " coordinates, and slices.upper has " +
                   std::to_string(upper.size()) + ": give [x, y] for both, or neither for all cells");
  else if (!(lower[0] < upper[0] && lower[1] < upper[1]))
    errors.add(where(call, "lower"), "slices.lower is not below and to the left of slices.upper: give its x and y "
                                     "smaller values than those of slices.upper");
}

void check_range(const Call& call, ErrorList& errors) {
  const auto range = call.reals("range");
  if (range.empty()) return;
  const auto refuse = [&](const std::string& found) { errors.add(where(call, "range"), "slices.range " + found); };
  if (range.size() != 2)
    return refuse("has " + std::to_string(range.size()) +
                  " numbers; give two, [low, high], or none for the range of the values");
  const auto [low, high] = std::array{range[0], range[1]};
  const std::string found = "is [" + common::number_text(low) + ", " + common::number_text(high) + "]; ";
  if (!(std::isfinite(low) && std::isfinite(high) && low < high))
    return refuse(found + "give two finite numbers, the lower one first");
  const ScaleKind scale = scale_kind(call.string("scale"));
  if (scale == ScaleKind::logarithmic && low <= 0) return refuse(found + "on a logarithmic scale both must be above 0");
  if (scale == ScaleKind::symmetric && low != -high)
    return refuse(found + "a symmetric scale needs [-m, m]: write [" + common::number_text(-std::max(-low, high)) +
                  ", " + common::number_text(std::max(-low, high)) + "], or set slices.scale to linear");
}

void check_variables(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  for (const std::string& name : call.strings("variables"))
    for (const int v : variables.resolve(name))
      if (const std::string refused = refusal(call, v); !refused.empty()) errors.add(where(call, "variables"), refused);
}

std::vector<int> normals_of(const Call& call) {
  std::vector<int> normals;
  for (const std::string& name : call.strings("normal")) normals.push_back(name[0] - 'x');
  if (normals.empty()) normals.push_back(2); // on a grid of two axes this is the axis that does not exist
  return normals;
}

std::optional<std::array<double, 2>> range_of(const Call& call) {
  const auto range = call.reals("range");
  if (range.empty()) return std::nullopt;
  return std::array{range[0], range[1]};
}

} // namespace

std::string refusal(const Call& call, int variable) {
  const Variables& variables = call.services().variables();
  const Group& group = variables.group_of(variable);
  const std::string lists = "slices.variables lists '" + variables.full_name(variable) + "', which is ";
  if (group.kind == GroupKind::dat) {
    const auto positions = common::positions_of(call, group.set);
    if (positions && !positions->map.empty()) return {};
    return lists + "a dat, but the cells of " + group.set +
           " have no corners: list a map that leads to their corners in slices.corners, and a dat with the coordinates "
           "of these in slices.positions";
  }
  if (group.kind != GroupKind::gf) {
    const bool is_array = group.kind == GroupKind::array;
    return lists + (is_array ? "an array" : "a scalar") +
           ", but slices draws only grid functions and dats: list it in " + (is_array ? "tsv.lines" : "tsv.norms") +
           " instead";
  }
  if (call.domain().dimension() == 1)
    return lists + "on a grid of one axis, but slices draws planes: list it in tsv.lines instead";
  if (group.type == Type::complex)
    return lists + "a complex grid function, but slices draws only real and int ones: remove it";
  return {};
}

std::set<std::string> drawn_sets(const Call& call) {
  const Variables& variables = call.services().variables();
  std::set<std::string> sets;
  for (const std::string& name : call.strings("variables"))
    for (const int v : variables.resolve(name))
      if (variables.group_of(v).kind == GroupKind::dat && refusal(call, v).empty())
        sets.insert(variables.group_of(v).set);
  return sets;
}

Settings settings_of(const Call& call) {
  return {normals_of(call),
          call.reals("point"),
          ColourMap(call.string("colour_map")),
          scale_kind(call.string("scale")),
          range_of(call),
          static_cast<int>(call.integer("width")),
          static_cast<int>(call.integer("height")),
          call.string("aspect") == "equal"};
}

void check_settings(const Call& call, ErrorList& errors) {
  common::check_positions(call, {.thorn = "slices", .least_components = 2, .most_components = 2, .least_corners = 3},
                          errors);
  check_variables(call, errors);
  check_area(call, errors);
  check_range(call, errors);
  if (call.domain().dimension() == 1) return; // check_variables() refuses grid functions
  check_normal(call, errors);
  check_point(call, errors);
}

} // namespace nopal::slices
