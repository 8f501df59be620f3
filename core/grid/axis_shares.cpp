#include "core/grid/axis_shares.hpp"

#include <algorithm>

namespace nopal {

namespace {

long first_of_even(long points, long processes, long process) {
  return points / processes * process + std::min(process, points % processes);
}

} // namespace

long AxisShares::most_processes() const {
  if (points >= 2 * at_ends) return 2 + (points - 2 * at_ends) / between;
  return points >= alone ? 1 : 0;
}

long AxisShares::first(long process) const {
  if (processes == 1 || are_even()) return first_of_even(points, processes, process);
  if (process == 0) return 0;
  if (process >= processes - 1) return process == processes ? points : points - at_ends;
  return at_ends + first_of_even(points - 2 * at_ends, processes - 2, process - 1);
}

long AxisShares::largest() const {
  if (processes == 1 || are_even()) return (points + processes - 1) / processes;
  const long others = processes - 2;
  return others == 0 ? at_ends : std::max(at_ends, (points - 2 * at_ends + others - 1) / others);
}

AxisShares axis_shares(const Domain& domain, int axis, long processes, long inward) {
  const long points = domain.points().extent(axis), ghosts = std::max(1L, domain.spec().ghosts);
  const long layers = domain.interior().lower[axis] - domain.points().lower[axis];
  AxisShares shares{.points = points, .processes = processes};
  if (!domain.exists(axis)) return shares;
  if (domain.periodic(axis)) return shares; // ghosts wrap around as often as they must
  shares.between = shares.at_ends = ghosts;
  if (layers == 0) return shares;
  shares.alone = 2 * layers + inward;
  shares.at_ends = std::max(ghosts, layers + inward);
  return shares;
}

} // namespace nopal
