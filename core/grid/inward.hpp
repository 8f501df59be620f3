#pragma once
// What routines need that compute points of the outer boundary from the interior.

#include "core/grid/box.hpp"

#include <array>
#include <string>

namespace nopal {

/// A process that owns points of a face's outer boundary owns all its layers there, and at least this many interior
/// points next to them (docs/rules.md, Grid).
struct InwardPoints {
  Index points{1, 1, 1};                ///< along each axis; at least 1
  std::array<std::string, 3> reasons{}; ///< along each axis, for messages: "a::fill reads a::u 3 points inwards", or ""
};

} // namespace nopal
