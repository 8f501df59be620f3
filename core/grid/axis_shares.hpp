#pragma once
// How the processes in a row share the points of an axis.

#include "core/grid/domain.hpp"

namespace nopal {

/// If all processes then get enough, p processes share n points evenly: the first n % p own one point more. The first
/// and the last own the outer boundary and some interior points next to it. If they would get too few, they own as many
/// as they need, and the others share the rest evenly.
struct AxisShares {
  long points = 1;
  long processes = 1;
  long alone = 1;   ///< the least number of points of one process without neighbours along the axis
  long at_ends = 1; ///< the least number of points of the first process, and of the last one, of several
  long between = 1; ///< the least number of points of each other process. Not more than `at_ends`

  /// Returns the least number of points that so many processes can share.
  long needed() const { return processes == 1 ? alone : 2 * at_ends + (processes - 2) * between; }
  bool fit() const { return points >= needed(); }
  /// Returns the largest number of processes that can share the points, or 0 if not even one fits.
  long most_processes() const;
  /// Returns the position of the first point of a process, counted from 0; `points` for the process after the last one.
  /// The shares must fit.
  long first(long process) const;
  /// Returns the points of the process that owns most. The shares must fit.
  long largest() const;

private:
  bool are_even() const { return points / processes >= at_ends; }
};

/// Returns the shares of an axis. On a periodic axis each process needs one point only. `inward`: the least number of
/// interior points next to the outer boundary that a process owns which owns points of that boundary.
AxisShares axis_shares(const Domain& domain, int axis, long processes, long inward);

} // namespace nopal
