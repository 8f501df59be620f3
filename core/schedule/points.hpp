#pragma once
// Finds the points that a function with `points:` reads or writes.

#include "core/declarations/thorn.hpp"
#include "core/grid/point_set.hpp"
#include "core/parameters/parameters.hpp"

#include <map>
#include <memory>
#include <optional>

namespace nopal {

/// The values of the parameters of a routine: its own ones, by full name, else those of the run.
struct RoutineValues {
  const Parameters& parameters;
  const std::map<std::string, Value>& own;

  /// The value of a string or keyword.
  const std::string& word(const std::string& name) const;
};

/// Returns the points with the parameters' values now. `declaration` has full names. Nothing: the parameters do not fit
/// the grid.
std::optional<PointSet> points_from_parameters(const PointsDeclaration& declaration, const RoutineValues& values,
                                               const Domain& domain);
/// The same for a read. Null: all points of the grid, or parameters that do not fit the grid, which the thorn refuses.
std::shared_ptr<const PointSet> points_to_read(const PointsDeclaration& declaration, const RoutineValues& values,
                                               const Domain& domain);
/// The same for a write, never null. Throws an Error if the parameters do not fit the grid.
std::shared_ptr<const PointSet> points_to_write(const PointsDeclaration& declaration, const RoutineValues& values,
                                                const Domain& domain);

/// Adds an error for each choice of the parameter `interpolation` that is no interpolation. `declaration` has full
/// names. `item`: the full name of the function. Returns whether there was none.
bool check_interpolations(const PointsDeclaration& declaration, const std::string& item, const Parameters& parameters,
                          ErrorList& errors);
/// The same for a word that none of the parameters of the faces has as a choice.
bool check_faces(const PointsDeclaration& declaration, const std::string& item, const Parameters& parameters,
                 ErrorList& errors);

} // namespace nopal
