#pragma once
// The positions of the elements of sets, as tsv.positions and tsv.corners give them.

#include <nopal/thorn.hpp>

#include <optional>
#include <string>

namespace nopal::tsv {

/// A dat with coordinates. It lies on the set itself, or on the set to which a map leads. Then the position of an
/// element is the mean of those of its targets, its corners.
struct Positions {
  int dat = -1;    ///< variable
  std::string map; ///< full name; empty: the dat lies on the set itself
};

/// Returns what gives the positions of a set's elements. Empty: the parameters do not say.
std::optional<Positions> positions_of(const Call& call, const std::string& set);

/// Adds an error for each wrong entry of tsv.positions and tsv.corners.
void check_positions(const Call& call, ErrorList& errors);

} // namespace nopal::tsv
