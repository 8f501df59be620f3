#pragma once
// The grid that the parameters of `driver` describe.

#include "core/base/error.hpp"
#include "core/grid/decomposition.hpp"
#include "core/parameters/parameters.hpp"

#include <optional>
#include <string>

namespace nopal {

/// Adds an error for each parameter that makes no grid; the domain is then absent.
std::optional<Domain> read_domain(const Parameters& parameters, ErrorList& errors);

/// The domain shared out among `size` processes, by driver.process_grid or automatically. As above.
std::optional<Decomposition> read_decomposition(const Parameters& parameters, const Domain& domain, int size,
                                                ErrorList& errors);

/// "3-D, 101 x 101 x 101 points, spacing 0.01, dt 0.005, …": what a user wants to see before a run.
std::string grid_summary(const Decomposition& decomposition);

} // namespace nopal
