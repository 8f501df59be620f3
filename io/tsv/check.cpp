// What a parfile may ask of this thorn beyond types and ranges.

#include "line.hpp"
#include "text_file.hpp"

namespace nopal::tsv {

namespace {

void check_norms(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  const Location where = call.services().parameters().where("tsv::norms");
  for (const std::string& name : call.strings("norms"))
    for (const int v : variables.resolve(name)) {
      const Group& group = variables.group_of(v);
      if (group.kind == GroupKind::array)
        errors.add(where, "tsv.norms lists '" + variables.full_name(v) +
                              "', an array; it takes grid functions and scalars: list it in tsv.lines instead");
      else if (group.kind == GroupKind::gf && group.type == Type::complex)
        errors.add(where, "tsv.norms lists '" + variables.full_name(v) +
                              "', a complex grid function; norms are of real and int ones: remove it");
    }
}

void check_lines(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  const Location where = call.services().parameters().where("tsv::lines");
  for (const std::string& name : call.strings("lines"))
    for (const int v : variables.resolve(name))
      if (variables.group_of(v).kind == GroupKind::scalar)
        errors.add(where, "tsv.lines lists '" + variables.full_name(v) +
                              "', a scalar; it takes grid functions and arrays: list it in tsv.norms instead");
}

void check_point(const Call& call, ErrorList& errors) {
  const Domain& domain = call.domain();
  const Location where = call.services().parameters().where("tsv::point");
  const auto point = call.reals("point");
  if (point.empty()) return;
  if (point.size() != static_cast<std::size_t>(domain.dimension())) {
    errors.add(where, "tsv.point has " + std::to_string(point.size()) + " coordinates on a grid of " +
                          std::to_string(domain.dimension()) + " axes: give one for each axis, or none for the middle");
    return;
  }
  const Index nearest = nearest_point(domain, point);
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const long first = domain.points().lower[axis];
    const long last = domain.points().upper[axis] - 1;
    if (nearest[axis] < first || nearest[axis] > last)
      errors.add(where, "tsv.point has coordinate " + text(point[axis]) + " along " + "xyz"[axis] +
                            ", outside the grid, which extends from " + text(domain.coordinate(axis, first)) + " to " +
                            text(domain.coordinate(axis, last)));
  }
}

} // namespace

} // namespace nopal::tsv

NOPAL_FUNCTION(check) {
  nopal::ErrorList errors;
  nopal::tsv::check_norms(call, errors);
  nopal::tsv::check_lines(call, errors);
  nopal::tsv::check_point(call, errors);
  errors.raise_if_any();
}
