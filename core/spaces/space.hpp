#pragma once
// A space: what the values of a group lie on. Plain code: knows no MPI.

#include "core/grid/decomposition.hpp"
#include "core/spaces/geometry.hpp"

#include <vector>

namespace nopal {

/// A space as one process sees it: the parts that it holds. The other processes hold the other parts, or the same
/// where the space is replicated.
class Space {
public:
  /// `points` counts the points of all processes; each counts once.
  Space(std::vector<Geometry> parts, long points, bool replicated)
      : parts_(std::move(parts)), points_(points), replicated_(replicated) {}

  int n_parts() const { return static_cast<int>(parts_.size()); }
  const Geometry& part(int part = 0) const { return parts_[static_cast<std::size_t>(part)]; }
  const std::vector<Geometry>& parts() const { return parts_; }
  /// Points of the whole space: those that all processes own together.
  long points() const { return points_; }
  /// Whether every process holds all points.
  bool replicated() const { return replicated_; }

private:
  std::vector<Geometry> parts_;
  long points_;
  bool replicated_;
};

/// The grid, as this process of the decomposition sees it.
Space grid_space(const Decomposition& decomposition, int process);

/// An array, or a single value where the shape is {1, 1, 1}. Replicated. Its points are interior.
Space array_space(const Index& shape);

} // namespace nopal
