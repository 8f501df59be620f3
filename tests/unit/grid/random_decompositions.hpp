#pragma once
// Small decompositions of every kind. They are the same in every run of the tests.

#include "core/base/error.hpp"
#include "core/grid/decomposition.hpp"
#include "tests/support/points.hpp"

#include <random>
#include <string>
#include <vector>

namespace nopal::test {

inline std::string describe(const Decomposition& d) {
  const DomainSpec& s = d.domain().spec();
  std::string text = std::to_string(s.dimension) + "-D, " + (s.centering == Centering::vertex ? "vertex" : "cell") +
                     ", ghosts " + std::to_string(s.ghosts) + ", width " + std::to_string(s.boundary_width);
  for (int axis = 0; axis < s.dimension; ++axis)
    text += "; " + std::to_string(s.cells[axis]) + (s.periodic[axis] ? " periodic / " : " / ") +
            std::to_string(d.process_grid()[axis]) + ", inwards " + std::to_string(d.inward()[axis]);
  return text;
}

/// Returns `count` decompositions in 1, 2 and 3 dimensions. Draws again if one does not fit.
inline std::vector<Decomposition> random_decompositions(int count) {
  std::mt19937 random(2026);
  const auto draw = [&](long first, long last) { return std::uniform_int_distribution<long>(first, last)(random); };
  std::vector<Decomposition> result;
  while (static_cast<int>(result.size()) < count) {
    DomainSpec spec;
    spec.dimension = static_cast<int>(draw(1, 3));
    spec.centering = draw(0, 1) == 0 ? Centering::vertex : Centering::cell;
    spec.ghosts = draw(0, 4) == 0 ? draw(4, 9) : draw(0, 3);
    spec.boundary_width = draw(0, 1) == 0 ? spec.ghosts : draw(0, 3);
    Index grid{1, 1, 1};
    InwardPoints inward;
    for (int axis = 0; axis < spec.dimension; ++axis) {
      spec.cells[axis] = draw(1, 12);
      spec.periodic[axis] = draw(0, 1) == 1;
      grid[axis] = draw(1, spec.dimension == 1 ? 6 : 4);
      inward.points[axis] = draw(0, 1) == 0 ? 1 : draw(2, 5);
    }
    try {
      result.emplace_back(Domain(spec), static_cast<int>(grid[0] * grid[1] * grid[2]), grid, inward);
    } catch (const Error&) {
      continue;
    }
  }
  return result;
}

/// Returns the point of the domain of which this stored point is an image, or the point itself.
inline Index wrapped(const Domain& domain, Index point) {
  for (int axis = 0; axis < 3; ++axis) {
    const long n = domain.points().extent(axis);
    if (domain.periodic(axis)) point[axis] = ((point[axis] % n) + n) % n;
  }
  return point;
}

/// Searches for the rank that owns a point of the domain. Returns -1 if there is none.
inline int owner(const Decomposition& decomposition, const Index& point) {
  for (int rank = 0; rank < decomposition.size(); ++rank)
    if (decomposition.owned(rank).contains(point)) return rank;
  return -1;
}

} // namespace nopal::test
