#pragma once
// The planes of a grid that are written.

#include <nopal/thorn.hpp>

#include <vector>

namespace nopal::tsv {

struct Plane {
  const char* name; ///< "xy"
  int first;        ///< the faster axis, along which scans run
  int second;
};

/// Returns the planes that tsv.planes_along lists, each once. If it is empty, returns all planes that the grid has.
std::vector<Plane> chosen_planes(const Call& call);

} // namespace nopal::tsv
