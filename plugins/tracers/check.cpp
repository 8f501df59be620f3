// Checks of the parfile beyond types and ranges.

#include <nopal/thorn.hpp>

namespace {

using namespace nopal;

void check_velocity(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  const Location where = call.services().parameters().where("tracers::velocity");
  std::vector<int> listed;
  for (const std::string& name : call.strings("velocity"))
    for (const int v : variables.resolve(name)) {
      const Group& group = variables.group_of(v);
      if (group.kind != GroupKind::gf || group.type != Type::real)
        errors.add(where, "tracers.velocity lists '" + variables.full_name(v) +
                              "', which is no real grid function: list grid functions of type real");
      listed.push_back(v);
    }
  const int n = call.domain().dimension();
  if (static_cast<int>(listed.size()) != n)
    errors.add(where, "tracers.velocity lists " + std::to_string(listed.size()) + " variables on a grid of " +
                          std::to_string(n) + (n == 1 ? " axis" : " axes") + ": list one for each axis");
}

void check_place(const Call& call, const std::string& name, ErrorList& errors) {
  const Domain& domain = call.domain();
  const Location where = call.services().parameters().where("tracers::" + name);
  const std::vector<double> place = call.reals(name);
  const auto n = static_cast<std::size_t>(domain.dimension());
  if (place.size() != n)
    return errors.add(where, "tracers." + name + " has " + std::to_string(place.size()) + " coordinates on a grid of " +
                                 std::to_string(n) + (n == 1 ? " axis" : " axes") + ": write one for each axis");
  for (int axis = 0; axis < domain.dimension(); ++axis)
    if (!reaches(domain, axis, place[static_cast<std::size_t>(axis)], Interpolation::linear))
      errors.add(where, "tracers." + name + " lies outside the grid along " + "xyz"[axis] +
                            ": choose a point between its outermost points");
}

} // namespace

NOPAL_FUNCTION(check) {
  ErrorList errors;
  check_velocity(call, errors);
  for (const char* name : {"from", "to"}) check_place(call, name, errors);
  errors.raise_if_any();
}
