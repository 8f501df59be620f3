// Ends the run where density or pressure is not positive. The kernel look_at finds such cells.

#include <nopal/thorn.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace {

using namespace nopal;

/// A cell that was not positive.
struct Bad {
  bool is_nan = true;                                            ///< a neighbour was not positive before
  std::int64_t order = std::numeric_limits<std::int64_t>::max(); ///< its place in the grid, i fastest
  Index at{};
  double rho = 0, p = 0;
};

/// Cells with numbers come first: these made NaN of the others.
bool before(const Bad& a, const Bad& b) { return a.is_nan != b.is_nan ? b.is_nan : a.order < b.order; }

/// Returns the first bad cell of a part.
Bad first_bad(const Part& part, const Box& all) {
  const auto positive = part.read<double>("positive");
  const auto rho = part.read<double>("seen_rho"), p = part.read<double>("seen_p");
  const std::int64_t nx = all.upper[0] - all.lower[0], ny = all.upper[1] - all.lower[1];
  const Box& owned = part.owned();
  Bad first;
  for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
    for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
      for (long i = owned.lower[0]; i < owned.upper[0]; ++i) {
        if (positive(i, j, k) > 0) continue;
        const std::int64_t order = ((k - all.lower[2]) * ny + j - all.lower[1]) * nx + i - all.lower[0];
        const bool is_nan = std::isnan(rho(i, j, k)) || std::isnan(p(i, j, k));
        const Bad bad{is_nan, order, {i, j, k}, rho(i, j, k), p(i, j, k)};
        if (before(bad, first)) first = bad;
      }
  return first;
}

std::string value_text(double value) {
  if (std::isnan(value)) return "nan"; // with any sign
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string report(const Call& call, const Bad& bad) {
  std::string indices, coordinates;
  for (int axis = 0; axis < call.domain().dimension(); ++axis) {
    indices += (axis > 0 ? ", " : "") + std::to_string(bad.at[axis]);
    coordinates += (axis > 0 ? ", " : "") + value_text(call.domain().coordinate(axis, bad.at[axis]));
  }
  return "density or pressure is not positive at iteration " + std::to_string(call.iteration()) + ", time " +
         value_text(call.time()) + ": (" + indices + ") at (" + coordinates + ") has the density " +
         value_text(bad.rho) + " and the pressure " + value_text(bad.p) +
         "; use a smaller time step (driver.dt, driver.courant), a more dissipative euler.reconstruction (minmod) or " +
         "euler.riemann (hll, rusanov), or euler.positivity: repair";
}

} // namespace

NOPAL_FUNCTION(watch) {
  if (call.reduce("positive", Reduction::min) > 0) return;
  call.services().request_call("euler::look");
}

NOPAL_FUNCTION(look) {
  Services& services = call.services();
  Bad first;
  for (const Part& part : call.parts())
    if (const Bad bad = first_bad(part, call.domain().points()); before(bad, first)) first = bad;
  for (const Bad& bad : services.collective().gather(first))
    if (before(bad, first)) first = bad;
  throw Error(services.collective().broadcast(services.rank() == 0 ? report(call, first) : std::string()));
}
