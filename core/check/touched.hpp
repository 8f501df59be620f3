#pragma once
// Finds the regions in which an access at an offset from a point can lie, on any grid.

#include "core/grid/zones.hpp"

#include <map>
#include <vector>

namespace nopal {

/// Finds the regions with a grid that has two processes along each axis. It is wide enough for offsets up to `reach`.
class TouchedRegions {
public:
  /// `spec` gives the dimension, the periodic axes and the widths of ghost zones and boundary.
  TouchedRegions(const DomainSpec& spec, long reach);

  struct Touched {
    Region regions = Region::none;
    bool beyond = false; ///< the process does not store some of the points
  };
  /// Returns the result for an access at `offset` from the points of region `from` that have this outward normal.
  /// `layer`: only points in these layers of the boundary (NormalReach::layer); all 0: in all of them.
  Touched at(Region from, const Index& normal, const Index& offset, const Index& layer = {0, 0, 0});

private:
  const std::vector<LaunchBox>& boxes(int rank, Region from);
  Decomposition decomposition_;
  std::map<std::pair<int, Region>, std::vector<LaunchBox>> boxes_;
};

} // namespace nopal
