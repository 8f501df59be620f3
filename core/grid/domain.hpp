#pragma once
// The global grid: its points, their coordinates, and its outer boundary.

#include "core/grid/box.hpp"
#include "core/grid/region.hpp"

#include <array>

namespace nopal {

enum class Centering { vertex, cell };

/// The grid as the parfile describes it. Axes from `dimension` on do not exist.
struct DomainSpec {
  int dimension = 3;
  std::array<double, 3> lower{}; ///< physical coordinates
  std::array<double, 3> upper{1, 1, 1};
  Index cells{1, 1, 1};
  std::array<bool, 3> periodic{};
  Centering centering = Centering::vertex;
  long ghosts = 1;         ///< width of ghost zones, in points
  long boundary_width = 1; ///< layers of outer boundary on each face that is not periodic
  double courant = 0.5;    ///< dt divided by the smallest spacing of the axes that exist
  double dt = 0;           ///< the time step; 0: courant gives it
  bool adaptive = false;   ///< the run chooses each time step; dt is then the largest first one, and 0 means no limit
  double start_time = 0;
};

/// The global grid (docs/rules.md, Grid). Spacing is (upper - lower)/cells.
/// Vertex-centred: the interior is i = 1..cells-1, the boundary is 1-width..0 and cells..cells+width-1. On a periodic
/// axis the interior is 0..cells-1. Cell-centred: the interior is 0..cells-1, the boundary lies outside.
/// With boundary width 0 there is no boundary. The vertex-centred points 0 and cells are then interior.
/// A missing axis has one point with index 0, coordinate 0 and spacing 1. It counts as periodic without ghosts.
class Domain {
public:
  /// Throws Error if the spec describes no grid (upper <= lower, cells < 1, no interior point, …).
  explicit Domain(const DomainSpec& spec);

  const DomainSpec& spec() const { return spec_; }
  int dimension() const { return spec_.dimension; }
  bool exists(int axis) const { return axis < spec_.dimension; }
  bool periodic(int axis) const { return exists(axis) && spec_.periodic[axis]; }
  /// True if every existing axis is periodic. The boundary is then empty and always valid.
  bool all_periodic() const;
  /// True if the boundary has any point. A boundary without points is always valid.
  bool has_boundary() const { return points_ != interior_; }

  /// All points of the grid, boundary included. Periodic images are not included.
  const Box& points() const { return points_; }
  const Box& interior() const { return interior_; }

  double spacing(int axis) const { return spacing_[axis]; }
  const std::array<double, 3>& spacing() const { return spacing_; }
  /// Index i has the coordinate lower(axis) + (i + centre(axis)) * spacing(axis), computed in exactly this order.
  double lower(int axis) const { return lower_[axis]; }
  double centre(int axis) const { return centre_[axis]; }
  double coordinate(int axis, long i) const {
    return lower_[axis] + (static_cast<double>(i) + centre_[axis]) * spacing_[axis];
  }
  /// The time step. If the run chooses each one, this is the first one of a run without other limits.
  double dt() const { return dt_; }
  /// Returns start_time + iteration * dt, the time of the iteration if the time step is fixed.
  double time(long iteration) const { return spec_.start_time + static_cast<double>(iteration) * dt_; }

private:
  DomainSpec spec_;
  Box points_;
  Box interior_;
  std::array<double, 3> spacing_{1, 1, 1};
  std::array<double, 3> lower_{};
  std::array<double, 3> centre_{};
  double dt_ = 0;
};

} // namespace nopal
