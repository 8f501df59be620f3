// Finds the first cell whose density or pressure is not positive, and ends the run.

#include <nopal/thorn.hpp>

#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace nopal;

/// A cell that no gas can be in.
struct Bad {
  std::int64_t order; ///< its place in the order of the grid, i fastest
  Index at;
  std::array<double, 5> state; ///< density, momentum, energy
  double pressure;
};

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

std::string number_text(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

/// Returns the first bad cell of a part; its order is `none` if there is none.
Bad first_bad(const Part& part, const Domain& domain, double gamma) {
  std::vector<Field<const double>> fields;
  for (const char* name : {"rho", "mom_x", "mom_y", "mom_z", "energy"}) fields.push_back(part.read<double>(name));
  const Box& owned = part.owned();
  const Box& all = domain.points();
  for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
    for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
      for (long i = owned.lower[0]; i < owned.upper[0]; ++i) {
        std::array<double, 5> q;
        for (std::size_t n = 0; n < q.size(); ++n) q[n] = fields[n](i, j, k);
        const double p = (gamma - 1) * (q[4] - 0.5 * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) / q[0]);
        if (q[0] > 0 && p > 0) continue; // false for NaN
        const long nx = all.upper[0] - all.lower[0], ny = all.upper[1] - all.lower[1];
        const std::int64_t order = ((k - all.lower[2]) * ny + j - all.lower[1]) * nx + i - all.lower[0];
        return {order, {i, j, k}, q, p};
      }
  return {none, {}, {}, 0};
}

std::string report(const Call& call, const Bad& bad) {
  std::string indices, coordinates;
  for (int axis = 0; axis < call.domain().dimension(); ++axis) {
    indices += (axis > 0 ? ", " : "") + std::to_string(bad.at[axis]);
    coordinates += (axis > 0 ? ", " : "") + number_text(call.domain().coordinate(axis, bad.at[axis]));
  }
  return "euler: density or pressure is not positive at iteration " + std::to_string(call.iteration()) + ", time " +
         number_text(call.time()) + ", first at (" + indices + ") at (" + coordinates + "): density " +
         number_text(bad.state[0]) + ", momentum (" + number_text(bad.state[1]) + ", " + number_text(bad.state[2]) +
         ", " + number_text(bad.state[3]) + "), energy " + number_text(bad.state[4]) + ", pressure " +
         number_text(bad.pressure) + "; use a smaller time step (driver.courant or driver.dt), a more dissipative " +
         "euler.reconstruction (minmod) or euler.riemann (hll, rusanov), or euler.positivity: repair";
}

} // namespace

NOPAL_FUNCTION(watch) {
  // The margin of a cell is -1 if its density or pressure is not positive.
  if (!(call.reduce("margin", Reduction::min) > 0)) call.services().request_call("euler::look");
}

NOPAL_FUNCTION(look) {
  Bad first{none, {}, {}, 0};
  for (const Part& part : call.parts())
    if (const Bad bad = first_bad(part, call.domain(), call.real("gamma")); bad.order < first.order) first = bad;
  Services& services = call.services();
  std::string text;
  for (const Bad& bad : services.collective().gather(first))
    if (bad.order < first.order) first = bad;
  if (services.rank() == 0) text = report(call, first);
  throw Error(services.collective().broadcast(std::move(text)));
}
