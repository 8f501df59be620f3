#include "core/grid/decomposition.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace nopal {

namespace {

constexpr const char* axis_names[] = {"x", "y", "z"};

/// Returns the smallest number of points that a process may own along an axis if `processes` processes share it.
long fewest_points(const Domain& domain, int axis, long processes) {
  const bool exchanged = processes > 1 || domain.periodic(axis);
  return exchanged ? std::max(1L, domain.spec().ghosts) : 1;
}

bool fits(const Domain& domain, int axis, long processes) {
  if (!domain.exists(axis)) return processes == 1;
  return domain.points().extent(axis) / processes >= fewest_points(domain, axis, processes);
}

/// Returns the largest number of processes that can share an axis, or 0 if not even one fits.
long most_processes(const Domain& domain, int axis) {
  if (!domain.exists(axis)) return 1;
  const long most = domain.points().extent(axis) / std::max(1L, domain.spec().ghosts);
  return std::max(most, fits(domain, axis, 1) ? 1L : 0L);
}

/// Returns the number of points that the busiest process owns above the average, plus the points that it exchanges.
/// Strips of i faces count twice, because their points are not contiguous in memory.
double cost(const Domain& domain, const Index& grid) {
  Index extent;
  double owned = 1, average = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const long n = domain.points().extent(axis);
    extent[axis] = (n + grid[axis] - 1) / grid[axis];
    owned *= static_cast<double>(extent[axis]);
    average *= static_cast<double>(n) / static_cast<double>(grid[axis]);
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
/// or nullopt if none fits.
std::optional<Index> best_grid(const Domain& domain, long size, const Index& wanted) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::optional<Index> ordered, any;
  double ordered_cost = infinity, any_cost = infinity;
  const auto allowed = [&](int axis, long processes) {
    return (wanted[axis] == 0 || wanted[axis] == processes) && fits(domain, axis, processes);
  };
  for (const long pi : divisors(size)) {
    if (!allowed(0, pi)) continue;
    for (const long pj : divisors(size / pi)) {
      const Index grid{pi, pj, size / pi / pj};
      if (!allowed(1, pj) || !allowed(2, grid[2])) continue;
      const double price = cost(domain, grid);
      if (price < any_cost) {
        any = grid;
        any_cost = price;
      }
      if (slowest_first(domain, grid) && price < ordered_cost) {
        ordered = grid;
        ordered_cost = price;
      }
    }
  }
  return ordered_cost <= 2 * any_cost ? ordered : any;
}

/// Returns the largest number of processes up to `size` that fits, or 0 if there is none.
long largest_fit(const Domain& domain, long size, const Index& wanted) {
  long best = 0;
  Index first{1, 1, 1}, last{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    const long most = most_processes(domain, axis);
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

[[noreturn]] void complain_of_axis(const Domain& domain, int axis, long processes) {
  const long ghosts = domain.spec().ghosts, points = domain.points().extent(axis);
  const long fewest = fewest_points(domain, axis, processes);
  std::string fix = fmt::format("use {} cells or more along {}",
                                domain.spec().cells[axis] + fewest * processes - points, axis_names[axis]);
  if (processes > 1)
    fix += fmt::format(", or at most {} processes along it", std::max(1L, most_processes(domain, axis)));
  if (fewest > 1) fix += ", or fewer ghosts (driver.ghosts)";
  throw Error(fmt::format("{} points along {} are too few for {} {}: a process would get only {}, but {}; {}", points,
                          axis_names[axis], processes, processes == 1 ? "process" : "processes", points / processes,
                          fewest > 1 ? fmt::format("ghost zones {} points wide need at least {}", ghosts, fewest)
                                     : "each needs at least 1",
                          fix));
}

} // namespace

Index choose_process_grid(const Domain& domain, int size, const Index& wanted) {
  if (size < 1) throw Error(fmt::format("a run needs at least 1 process, not {}", size));
  long product = 1;
  bool complete = true;
  for (int axis = 0; axis < 3; ++axis) {
    const long p = wanted[axis];
    if (p < 0)
      throw Error(fmt::format("driver.process_grid: {} processes along {}: use 1 or more, or 0 for an "
                              "automatic choice",
                              p, axis_names[axis]));
    if (!domain.exists(axis) && p > 1)
      throw Error(
          fmt::format("driver.process_grid asks for {} processes along {}, but a grid of {} {} has no such axis: "
                      "leave that entry out",
                      p, axis_names[axis], domain.dimension(), domain.dimension() == 1 ? "axis" : "axes"));
    if (p == 0) complete = complete && !domain.exists(axis);
    if (p > 0) product = p > size / product ? size + 1L : product * p;
  }
  if (product > size || size % product != 0 || (complete && product != size))
    throw Error(
        fmt::format("driver.process_grid: {} does not fit a run of {} {}: the product of all entries must be {}, "
                    "and entries of 0 are chosen automatically",
                    extents_text(wanted, domain.dimension()), size, size == 1 ? "process" : "processes", size));
  // A process that is alone on a periodic axis exchanges with itself. So perhaps no number of processes fits.
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const long p = std::max(1L, wanted[axis]);
    if (!fits(domain, axis, p)) complain_of_axis(domain, axis, p);
  }
  if (const auto grid = best_grid(domain, size, wanted)) return *grid;

  if (domain.dimension() == 1) complain_of_axis(domain, 0, size);
  const long ghosts = domain.spec().ghosts;
  Index most;
  for (int axis = 0; axis < 3; ++axis) most[axis] = most_processes(domain, axis);
  throw Error(fmt::format("{} processes cannot share a grid of {} points: every process needs at least {} along each "
                          "axis{}, so at most {} processes fit along the axes; use {} processes, or more cells{}",
                          size, extents_text(domain.points().extents(), domain.dimension()), std::max(1L, ghosts),
                          ghosts > 1 ? fmt::format(" that is exchanged (driver.ghosts is {})", ghosts) : "",
                          extents_text(most, domain.dimension()), largest_fit(domain, size, wanted),
                          ghosts > 1 ? ", or fewer ghosts" : ""));
}

} // namespace nopal
