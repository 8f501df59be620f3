#pragma once
// The largest time steps that thorns allow (`max_dt:`).

#include "core/grid/domain.hpp"
#include "core/schedule/names.hpp"
#include "core/schedule/schedule.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// Finds the names of a thorn's max_dt: its real and int parameters, its real and int scalars, and those of the grid.
/// Adds an error for each name that means none of these, and then returns nothing.
std::optional<DtLimit> resolve_max_dt(const Names& names, const ThornDeclaration& thorn, ErrorList& errors);

/// Returns the largest time step. `value_of` gives the values of the variables. It is called for each of them.
double largest_dt(const DtLimit& limit, const Domain& domain, const Parameters& parameters,
                  const std::function<double(int variable)>& value_of = {});

/// Returns why the grid's time step is refused: "the time step is 0.02, but max_dt of heat at …, set driver.courant:
/// 0.5 or less". Empty: it is within the limit, or larger by rounding only. If the run chooses its time steps, only a
/// limit that is not positive is refused.
std::string refusal_of_dt(const DtLimit& limit, const Domain& domain, double largest);

/// Returns the parameter of the driver that sets the time step: "dt" or "courant".
std::string dt_parameter(const Domain& domain);

} // namespace nopal
