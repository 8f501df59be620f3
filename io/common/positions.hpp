#pragma once
// The positions of the elements of sets, as the parameters `positions` and `corners` of an output thorn give them.

#include <nopal/thorn.hpp>

#include <optional>
#include <string>

namespace nopal::common {

/// A dat with coordinates. It lies on the set itself, or on the set to which a map leads. Then the position of an
/// element is the mean of those of its targets, its corners.
struct Positions {
  int dat = -1;    ///< variable
  std::string map; ///< full name; empty: the dat lies on the set itself
};

/// Returns what gives the positions of a set's elements. Empty: the parameters do not say.
std::optional<Positions> positions_of(const Call& call, const std::string& set);

/// What a thorn needs of positions.
struct PositionRules {
  std::string thorn; ///< whose parameters these are
  int least_components = 1;
  int most_components = 3;
  int least_corners = 1; ///< of an element
};

/// Adds an error for each wrong entry of the parameters.
void check_positions(const Call& call, const PositionRules& rules, ErrorList& errors);

/// Returns the rows of a map for the elements that this process owns, with the local numbers of the targets. The mesh
/// does not change, so the thorn keeps the table.
const LocalTable& corners_of(Call& call, const std::string& map);

} // namespace nopal::common
