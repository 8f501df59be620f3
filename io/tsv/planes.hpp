#pragma once
// The planes of a grid that are written.

#include <nopal/thorn.hpp>

#include <vector>

namespace nopal::tsv {

struct Plane {
  const char* name; ///< "xy"
  int first;        ///< the axis that scans follow, the faster one
  int second;
};

/// What tsv.planes_along lists, each once; where it is empty, all planes that the grid has.
std::vector<Plane> chosen_planes(const Call& call);

} // namespace nopal::tsv
