#pragma once
// The points at which values are written.

#include <nopal/thorn.hpp>

#include <string>
#include <vector>

namespace nopal::tsv {

/// Returns the variables that tsv.points lists, each once, in order.
std::vector<int> listed_points(const Call& call);

/// Returns how many coordinates a point of a variable has: for a grid function as many as the grid has axes, for a dat
/// as many as the positions of its elements. 0: the variable has no points.
int coordinates_of(const Call& call, int variable);

/// Returns how many coordinates each point of tsv.points_at has.
int coordinates_of_points(const Call& call);

/// Returns the points of tsv.points_at.
std::vector<std::vector<double>> chosen_points(const Call& call);

/// Returns "(0.5, 1)".
std::string point_text(const std::vector<double>& point);

} // namespace nopal::tsv
