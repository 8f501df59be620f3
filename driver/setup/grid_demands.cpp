#include "driver/setup/grid_demands.hpp"

#include "core/schedule/dt_limit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

class GridDemands {
public:
  GridDemands(const Parameters& parameters, const Domain& domain, const ThornDeclaration& thorn, ErrorList& errors)
      : parameters_(parameters), domain_(domain), thorn_(thorn), errors_(errors) {}

  void check(const GridRequirement& needs) {
    const DomainSpec& spec = domain_.spec();
    const auto& dimensions = needs.dimensions;
    if (!dimensions.empty() && std::find(dimensions.begin(), dimensions.end(), spec.dimension) == dimensions.end())
      refuse(needs, "cells", fmt::format("has {} entr{}", spec.dimension, spec.dimension == 1 ? "y" : "ies"),
             fmt::format("{} axes: give driver.lower, upper and cells as many entries", fmt::join(dimensions, " or ")));
    if (spec.ghosts < needs.ghosts)
      refuse(needs, "ghosts", fmt::format("is {}", spec.ghosts),
             fmt::format("at least {0}: set driver.ghosts: {0}", needs.ghosts));
    if (spec.boundary_width < needs.boundary_width && !domain_.all_periodic())
      refuse(needs, "boundary_width", fmt::format("is {}", spec.boundary_width),
             fmt::format("at least {0} layers: set driver.boundary_width: {0}", needs.boundary_width));
    const std::string centering = spec.centering == Centering::cell ? "cell" : "vertex";
    if (!needs.centering.empty() && needs.centering != centering)
      refuse(needs, "centering", "is " + centering, fmt::format("{0}: set driver.centering: {0}", needs.centering));
    if (needs.fixed_step && spec.adaptive)
      refuse(needs, "time_step", "is adaptive", "the same time step in all iterations: set driver.time_step: fixed");
    for (int axis = 0; needs.periodic && axis < spec.dimension; ++axis)
      if (domain_.periodic(axis) != *needs.periodic)
        return refuse(needs, "periodic", fmt::format("is {} for axis {}", domain_.periodic(axis), axis),
                      fmt::format("{} for all axes", *needs.periodic));
  }

private:
  void refuse(const GridRequirement& needs, const std::string& parameter, const std::string& found,
              const std::string& expected) {
    errors_.add(parameters_.where("driver::" + parameter),
                fmt::format("driver.{} {}, but {} (requires_grid at {}) needs {}", parameter, found, thorn_.name,
                            needs.where.text(), expected));
  }

  const Parameters& parameters_;
  const Domain& domain_;
  const ThornDeclaration& thorn_;
  ErrorList& errors_;
};

void check_dt(const DtLimit& limit, const Parameters& parameters, const Domain& domain, ErrorList& errors) {
  const double most = largest_dt(limit, domain, parameters);
  const std::string refusal = refusal_of_dt(limit, domain, most);
  if (!refusal.empty())
    errors.add(most > 0 ? parameters.where("driver::" + dt_parameter(domain)) : limit.where, refusal);
}

} // namespace

void check_demands(const Description& description, const Domain& domain, ErrorList& errors) {
  const Parameters& parameters = description.parameters;
  for (const ThornDeclaration& thorn : description.thorns) {
    if (!thorn.requires_grid) continue;
    GridDemands(parameters, domain, thorn, errors).check(*thorn.requires_grid);
  }
  if (domain.spec().adaptive && description.schedule.dt_limits().empty() && !description.schedule.has_error_control())
    errors.add(parameters.where("driver::time_step"),
               "driver.time_step is adaptive, but nothing says how large a time step may be: activate a thorn with "
               "max_dt, or take a method with error control (mol.method: RK45), or set driver.time_step: fixed");
  for (const DtLimit& limit : description.schedule.dt_limits())
    if (limit.variables.empty()) check_dt(limit, parameters, domain, errors);
}

} // namespace nopal
