#include "core/grid/decomposition.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace nopal {

namespace {

constexpr const char* axis_names[] = {"x", "y", "z"};

/// The domain, and what its processes need.
struct Demand {
  const Domain& domain;
  const InwardPoints& inward;

  AxisShares shares(int axis, long processes) const {
    return axis_shares(domain, axis, processes, inward.points[axis]);
  }
  bool fits(int axis, long processes) const {
    return domain.exists(axis) ? shares(axis, processes).fit() : processes == 1;
  }
  /// Whether all ghosts along an axis come from the next process. Others cost more.
  bool are_near(int axis, long processes) const {
    return processes == 1 || !domain.periodic(axis) || domain.points().extent(axis) / processes >= domain.spec().ghosts;
  }
  /// Returns the largest number of processes that can share an axis, or 0 if not even one fits.
  long most_processes(int axis) const { return domain.exists(axis) ? shares(axis, 1).most_processes() : 1; }
};

/// Returns the number of points that the busiest process owns above the average, plus the points that it exchanges.
/// Strips of i faces count twice, because their points are not contiguous in memory.
double cost(const Demand& demand, const Index& grid) {
  const Domain& domain = demand.domain;
  Index extent;
  double owned = 1, average = 1;
  for (int axis = 0; axis < 3; ++axis) {
    extent[axis] = demand.shares(axis, grid[axis]).largest();
    owned *= static_cast<double>(extent[axis]);
    average *= static_cast<double>(domain.points().extent(axis)) / static_cast<double>(grid[axis]);
  }
  double exchanged = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (grid[axis] == 1) continue;
    const int faces = domain.periodic(axis) || grid[axis] > 2 ? 2 : 1;
    const double face = owned / static_cast<double>(extent[axis]);
    exchanged += face * static_cast<double>(faces * domain.spec().ghosts) * (axis == 0 ? 2 : 1);
  }
  return owned - average + exchanged;
}

std::vector<long> divisors(long n) {
  std::vector<long> result;
  for (long d = 1; d <= n / d; ++d) {
    if (n % d != 0) continue;
    result.push_back(d);
    if (d != n / d) result.push_back(n / d);
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool slowest_first(const Domain& domain, const Index& grid) {
  for (int axis = 1; axis < domain.dimension(); ++axis)
    if (grid[axis - 1] > grid[axis]) return false;
  return true;
}

/// Returns the process grid with the lowest cost for exactly `size` processes, as choose_process_grid() describes it,
/// or nullopt if none fits. `near`: ghosts come from the next process only, along the axes that are not given.
std::optional<Index> best_grid(const Demand& demand, long size, const Index& wanted, bool near) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::optional<Index> ordered, any;
  double ordered_cost = infinity, any_cost = infinity;
  const auto allowed = [&](int axis, long processes) {
    const bool suits = wanted[axis] == 0 ? !near || demand.are_near(axis, processes) : wanted[axis] == processes;
    return suits && demand.fits(axis, processes);
  };
  for (const long pi : divisors(size)) {
    if (!allowed(0, pi)) continue;
    for (const long pj : divisors(size / pi)) {
      const Index grid{pi, pj, size / pi / pj};
      if (!allowed(1, pj) || !allowed(2, grid[2])) continue;
      const double price = cost(demand, grid);
      if (price < any_cost) {
        any = grid;
        any_cost = price;
      }
      if (slowest_first(demand.domain, grid) && price < ordered_cost) {
        ordered = grid;
        ordered_cost = price;
      }
    }
  }
  return ordered_cost <= 2 * any_cost ? ordered : any;
}

/// Returns the largest number of processes up to `size` that fits, or 0 if there is none.
long largest_fit(const Demand& demand, long size, const Index& wanted) {
  long best = 0;
  Index first{1, 1, 1}, last{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    const long most = demand.most_processes(axis);
    first[axis] = wanted[axis] == 0 ? 1 : wanted[axis];
    last[axis] = wanted[axis] == 0 ? most : wanted[axis];
    if (most < first[axis]) return 0;
  }
  for (long pi = first[0]; pi <= last[0] && pi <= size; ++pi)
    for (long pj = first[1]; pj <= last[1] && pi * pj <= size; ++pj) {
      const long pk = std::min(last[2], size / (pi * pj));
      if (pk >= first[2]) best = std::max(best, pi * pj * pk);
    }
  return best;
}

std::string counted(long n, const std::string& one, const std::string& several) {
  return fmt::format("{} {}", n, n == 1 ? one : several);
}
std::string counted(long n, const std::string& one) { return counted(n, one, one + "s"); }
std::string processes_text(long n) { return counted(n, "process", "processes"); }
/// Returns "3 points along x are".
std::string are(long n, const std::string& one, int axis) {
  return fmt::format("{} along {} {}", counted(n, one), axis_names[axis], n == 1 ? "is" : "are");
}

/// What is wrong with an axis whose first and last process would not get the points that its boundary needs.
std::string trouble_at_boundary(const Demand& demand, int axis, long processes) {
  const Domain& domain = demand.domain;
  const AxisShares shares = demand.shares(axis, processes);
  const std::string& reason = demand.inward.reasons[axis];
  const std::string because = reason.empty() ? "" : fmt::format(", because {}", reason);
  if (processes == 1)
    return fmt::format("{} too few: the outer boundary needs {}{}",
                       are(domain.interior().extent(axis), "interior point", axis), demand.inward.points[axis],
                       because);
  const long layers = domain.interior().lower[axis] - domain.points().lower[axis];
  const std::string others =
      processes > 2 ? fmt::format(", and each other one needs {} or more", shares.between) : std::string();
  return fmt::format("{} too few for {}: the first and the last need {} or more, {} of the outer boundary and {} next "
                     "to it{}{}",
                     are(shares.points, "point", axis), processes_text(processes), shares.at_ends,
                     counted(layers, "layer"), counted(demand.inward.points[axis], "interior point"), because, others);
}

/// What is wrong with an axis on which a process would get no points, or fewer than its ghost zones are wide if the
/// axis is not periodic.
std::string trouble_with_ghosts(const Demand& demand, int axis, long processes) {
  const AxisShares shares = demand.shares(axis, processes);
  return fmt::format("{} too few for {}: a process would get only {}, but {}", are(shares.points, "point", axis),
                     processes_text(processes), shares.points / processes,
                     shares.between > 1 ? fmt::format("ghost zones {} points wide need at least {}",
                                                      demand.domain.spec().ghosts, shares.between)
                                        : "each needs at least 1");
}

[[noreturn]] void complain_of_axis(const Demand& demand, int axis, long processes) {
  const Domain& domain = demand.domain;
  const AxisShares shares = demand.shares(axis, processes);
  const long most = demand.most_processes(axis);
  const bool at_boundary = processes == 1 || shares.at_ends > shares.between;
  std::string fix = fmt::format("use {} cells or more along {}",
                                domain.spec().cells[axis] + shares.needed() - shares.points, axis_names[axis]);
  if (processes > 1 && most > 0) fix += fmt::format(", or at most {} along it", processes_text(most));
  if (shares.between > 1 && processes > 1) fix += ", or fewer ghosts (driver.ghosts)";
  throw Error(fmt::format(
      "{}; {}",
      at_boundary ? trouble_at_boundary(demand, axis, processes) : trouble_with_ghosts(demand, axis, processes), fix));
}

/// Returns ", and the first and the last along x, y at least 5 for the outer boundary, because …": the axes whose
/// boundary needs more points than ghosts are wide.
std::string boundary_demands(const Demand& demand) {
  std::vector<std::pair<std::string, std::string>> demands; // what is needed along which axes
  for (int axis = 0; axis < demand.domain.dimension(); ++axis) {
    const AxisShares shares = demand.shares(axis, 2);
    if (shares.at_ends == shares.between) continue;
    const std::string& reason = demand.inward.reasons[axis];
    const std::string needed = fmt::format("{} for the outer boundary{}", shares.at_ends,
                                           reason.empty() ? " and 1 interior point" : ", because " + reason);
    const auto known = std::ranges::find(demands, needed, &std::pair<std::string, std::string>::first);
    if (known == demands.end())
      demands.emplace_back(needed, axis_names[axis]);
    else
      known->second += std::string(", ") + axis_names[axis];
  }
  std::string text;
  for (const auto& [needed, axes] : demands)
    text += fmt::format(", and the first and the last along {} at least {}", axes, needed);
  return text;
}

/// Returns "at least 2 along each axis that is exchanged (driver.ghosts is 2)". `wide`: some axis is not periodic, and
/// ghosts are wider than a point.
std::string least_points_text(const Domain& domain, bool wide) {
  if (!wide) return "at least 1 along each axis";
  bool periodic = false;
  for (int axis = 0; axis < domain.dimension(); ++axis) periodic |= domain.periodic(axis);
  return fmt::format("at least {0} along each axis that is exchanged{1} (driver.ghosts is {0}){2}",
                     domain.spec().ghosts, periodic ? " and not periodic" : "",
                     periodic ? " and 1 along each other axis" : "");
}

[[noreturn]] void complain_of_all(const Demand& demand, int size, const Index& wanted) {
  const Domain& domain = demand.domain;
  const bool wide = domain.spec().ghosts > 1 && !domain.all_periodic();
  Index most;
  for (int axis = 0; axis < 3; ++axis) most[axis] = demand.most_processes(axis);
  throw Error(fmt::format(
      "{} cannot share a grid of {} points: every process needs {}{}, so {} along the axes; use {}, or more cells{}",
      processes_text(size), extents_text(domain.points().extents(), domain.dimension()),
      least_points_text(domain, wide), boundary_demands(demand),
      most == Index{1, 1, 1} ? "only 1 process fits"
                             : fmt::format("at most {} processes fit", extents_text(most, domain.dimension())),
      processes_text(largest_fit(demand, size, wanted)), wide ? ", or fewer ghosts" : ""));
}

/// Throws Error if `wanted` is no process grid of so many processes.
void check_wanted(const Domain& domain, int size, const Index& wanted) {
  if (size < 1) throw Error(fmt::format("a run needs at least 1 process, not {}", size));
  long product = 1;
  bool complete = true;
  for (int axis = 0; axis < 3; ++axis) {
    const long p = wanted[axis];
    if (p < 0)
      throw Error(fmt::format("driver.process_grid: {} along {}: use 1 or more, or 0 for an automatic choice",
                              processes_text(p), axis_names[axis]));
    if (!domain.exists(axis) && p > 1)
      throw Error(
          fmt::format("driver.process_grid asks for {} processes along {}, but a grid of {} {} has no such axis: "
                      "leave that entry out",
                      p, axis_names[axis], domain.dimension(), domain.dimension() == 1 ? "axis" : "axes"));
    if (p == 0) complete = complete && !domain.exists(axis);
    if (p > 0) product = p > size / product ? size + 1L : product * p;
  }
  if (product > size || size % product != 0 || (complete && product != size))
    throw Error(fmt::format("driver.process_grid: {} does not fit a run of {}: the product of all entries must be {}, "
                            "and entries of 0 are chosen automatically",
                            extents_text(wanted, domain.dimension()), processes_text(size), size));
}

/// The pieces of ghosts of a process each take memory.
constexpr double most_pieces = 100'000;

/// Throws Error if the ghosts of a process lie on too many pieces of owners.
void check_pieces(const Domain& domain, const Index& grid) {
  double pieces = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain.periodic(axis)) continue;
    const long share = domain.points().extent(axis) / grid[axis];
    pieces *= 1 + 2 * std::ceil(static_cast<double>(domain.spec().ghosts) / static_cast<double>(share));
  }
  if (pieces > most_pieces)
    throw Error(fmt::format(
        "ghost zones {} points wide go around the periodic axes of a grid of {} points so often that "
        "a process would copy them in {:.3g} pieces, and {:.0f} is the limit; use more cells along "
        "periodic axes, or fewer ghosts (driver.ghosts)",
        domain.spec().ghosts, extents_text(domain.points().extents(), domain.dimension()), pieces, most_pieces));
}

} // namespace

Index choose_process_grid(const Domain& domain, int size, const Index& wanted, const InwardPoints& inward) {
  check_wanted(domain, size, wanted);
  const Demand demand{domain, inward};
  // Perhaps no number of processes fits an axis.
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const long p = std::max(1L, wanted[axis]);
    if (!demand.fits(axis, p)) complain_of_axis(demand, axis, p);
  }
  for (const bool near : {true, false})
    if (const auto grid = best_grid(demand, size, wanted, near)) {
      check_pieces(domain, *grid);
      return *grid;
    }
  if (domain.dimension() == 1) complain_of_axis(demand, 0, size);
  complain_of_all(demand, size, wanted);
}

} // namespace nopal
