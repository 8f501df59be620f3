#pragma once
// The points that values are interpolated to.

#include <nopal/thorn.hpp>

#include <vector>

namespace nopal::tsv {

/// Returns the points of tsv.points_at, each with a coordinate for each axis of the grid.
std::vector<std::vector<double>> chosen_points(const Call& call);

} // namespace nopal::tsv
