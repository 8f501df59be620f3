#pragma once
// The points that values are interpolated to.

#include <nopal/thorn.hpp>

#include <vector>

namespace nopal::tsv {

/// tsv.points_at, point by point; a coordinate for each axis of the grid.
std::vector<std::vector<double>> chosen_points(const Call& call);

} // namespace nopal::tsv
