#pragma once
// Makes the grid from the parameters of `driver`.

#include "core/base/error.hpp"
#include "core/grid/decomposition.hpp"
#include "core/parameters/parameters.hpp"

#include <optional>
#include <string>

namespace nopal {

/// Returns the domain. Returns nothing, and adds errors, if the parameters describe no grid.
std::optional<Domain> read_domain(const Parameters& parameters, ErrorList& errors);

/// Divides the domain among `size` processes, as driver.process_grid says or automatically. `columns` names a stencil
/// for which every process holds whole columns along k; empty: there is none. Returns nothing, and adds errors, if that
/// is impossible.
std::optional<Decomposition> read_decomposition(const Parameters& parameters, const Domain& domain, int size,
                                                ErrorList& errors, const std::string& columns = "");

/// Returns "grid: 3-D, 101 x 101 x 101 points (vertex centred), spacing …" for the log.
std::string grid_summary(const Decomposition& decomposition);

} // namespace nopal
