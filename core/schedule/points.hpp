#pragma once
// Finds the points that a function with `points:` reads.

#include "core/declarations/thorn.hpp"
#include "core/grid/point_set.hpp"
#include "core/parameters/parameters.hpp"

#include <memory>

namespace nopal {

/// Returns the points with the parameters' values now. `declaration` has full names. Null: all points of the grid, or
/// parameters that do not fit the grid, which the thorn refuses.
std::shared_ptr<const PointSet> points_from_parameters(const PointsDeclaration& declaration,
                                                       const Parameters& parameters, const Domain& domain);

/// Adds an error for each choice of the parameter `interpolation` that is no interpolation. `declaration` has full
/// names. `item`: the full name of the function. Returns whether there was none.
bool check_interpolations(const PointsDeclaration& declaration, const std::string& item, const Parameters& parameters,
                          ErrorList& errors);

} // namespace nopal
