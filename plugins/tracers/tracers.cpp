// All processes hold all tracers. So their places and velocities are ordinary arrays, which output and checkpoints
// know. Each process asks for the velocities of some tracers, and all get those of all.

#include <nopal/thorn.hpp>

#include <array>

namespace {

using namespace nopal;

/// The coordinates, or the velocity, of each tracer along the axes of the grid.
using Vectors = std::vector<double>;

constexpr std::array<const char*, 3> places{"x", "y", "z"}, speeds{"vx", "vy", "vz"};

std::size_t dimension(const Call& call) { return static_cast<std::size_t>(call.domain().dimension()); }

Vectors read(const Call& call, const std::array<const char*, 3>& names) {
  const std::size_t n = dimension(call);
  Vectors values(n * static_cast<std::size_t>(call.integer("count")));
  for (std::size_t axis = 0; axis < n; ++axis) {
    const auto field = call.read<double>(names[axis]);
    for (std::size_t t = 0; t * n < values.size(); ++t) values[t * n + axis] = field(static_cast<long>(t));
  }
  return values;
}

/// Along axes that the grid does not have the values are 0.
void write(const Call& call, const std::array<const char*, 3>& names, const Vectors& values) {
  const std::size_t n = dimension(call);
  for (std::size_t axis = 0; axis < names.size(); ++axis) {
    const auto field = call.write<double>(names[axis]);
    for (std::size_t t = 0; t * n < values.size(); ++t)
      field(static_cast<long>(t)) = axis < n ? values[t * n + axis] : 0;
  }
}

bool is_in_grid(const Domain& domain, const double* point) {
  for (int axis = 0; axis < domain.dimension(); ++axis)
    if (!reaches(domain, axis, point[axis], Interpolation::linear)) return false;
  return true;
}

/// Collective. Returns the velocities at places. Outside the grid they are 0.
Vectors velocities(const Call& call, const Vectors& at) {
  std::vector<Slot> slots;
  for (const std::string& name : call.strings("velocity"))
    for (const int variable : call.services().variables().resolve(name)) slots.push_back({variable});
  const std::size_t n = dimension(call);
  const auto rank = static_cast<std::size_t>(call.services().rank());
  const auto size = static_cast<std::size_t>(call.services().size());
  std::vector<std::size_t> mine;
  std::vector<double> points;
  for (std::size_t t = rank; t * n < at.size(); t += size)
    if (is_in_grid(call.domain(), &at[t * n])) {
      mine.push_back(t);
      points.insert(points.end(), &at[t * n], &at[t * n] + n);
    }
  const PointValues values = call.interpolate(slots, points, interpolation_from(call.string("interpolation")));
  Vectors all(at.size());
  for (std::size_t p = 0; p < mine.size(); ++p)
    for (std::size_t axis = 0; axis < n; ++axis) all[mine[p] * n + axis] = values.at<double>(axis, p) + 0.0; // no -0
  call.services().collective().sum(all); // one process has the value, all others 0
  return all;
}

} // namespace

NOPAL_FUNCTION(place) {
  const std::vector<double> from = call.reals("from"), to = call.reals("to");
  const long count = call.integer("count");
  Vectors at;
  for (long t = 0; t < count; ++t) {
    const double part = count == 1 ? 0 : static_cast<double>(t) / static_cast<double>(count - 1);
    for (std::size_t axis = 0; axis < dimension(call); ++axis) at.push_back((1 - part) * from[axis] + part * to[axis]);
  }
  write(call, places, at);
  write(call, speeds, Vectors(at.size()));
}

NOPAL_FUNCTION(move) {
  Vectors at = read(call, places);
  if (call.iteration() > 0) {
    const Vectors before = read(call, speeds);
    Vectors reached = at;
    for (std::size_t c = 0; c < at.size(); ++c) reached[c] += call.dt() * before[c];
    const Vectors after = velocities(call, reached);
    for (std::size_t c = 0; c < at.size(); ++c) at[c] += 0.5 * call.dt() * (before[c] + after[c]);
  }
  write(call, speeds, velocities(call, at));
  write(call, places, at);
}
