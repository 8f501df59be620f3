#pragma once
// Which regions an access at an offset can lie in, whatever the grid.

#include "core/grid/zones.hpp"

#include <map>
#include <vector>

namespace nopal {

/// A grid of two processes along each axis, as wide as it takes for offsets up to `reach`.
class TouchedRegions {
public:
  /// `spec` says which axes there are and are periodic, and how wide ghost zones and boundary are.
  TouchedRegions(const DomainSpec& spec, long reach);

  struct Touched {
    Region regions = Region::none;
    bool beyond = false; ///< also what no process of its neighbourhood stores
  };
  /// From the points of `from` with this outward normal.
  Touched at(Region from, const Index& normal, const Index& offset);
  const Domain& domain() const { return decomposition_.domain(); }

private:
  const std::vector<LaunchBox>& boxes(int rank, Region from);
  Decomposition decomposition_;
  std::map<std::pair<int, Region>, std::vector<LaunchBox>> boxes_;
};

} // namespace nopal
