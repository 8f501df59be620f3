#pragma once
// Makes the grid from the parameters of `driver`.

#include "core/base/error.hpp"
#include "core/grid/decomposition.hpp"
#include "core/parameters/parameters.hpp"

#include <optional>
#include <string>

namespace nopal {

/// The widths that driver.ghosts: auto gives, in points.
struct AutomaticWidths {
  long ghosts = 1;
  long boundary = 1; ///< of the outer boundary, if driver.boundary_width is auto, too
};

/// Returns the domain. Returns nothing, and adds errors, if the parameters describe no grid. `automatic`: for
/// driver.ghosts: auto.
std::optional<Domain> read_domain(const Parameters& parameters, ErrorList& errors,
                                  const AutomaticWidths& automatic = {});

/// Divides the domain among `size` processes, as driver.process_grid says or automatically. `columns` names a stencil
/// for which every process holds whole columns along k; empty: there is none. `inward`: what the routines of the run
/// read next to the outer boundary. Returns nothing, and adds errors, if that is impossible.
std::optional<Decomposition> read_decomposition(const Parameters& parameters, const Domain& domain, int size,
                                                ErrorList& errors, const std::string& columns = "",
                                                const InwardPoints& inward = {});

/// Returns "grid: 3-D, 101 x 101 x 101 points (vertex centred), spacing …" for the log.
std::string grid_summary(const Decomposition& decomposition);

} // namespace nopal
