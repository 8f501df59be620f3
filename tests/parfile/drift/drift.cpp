#include <nopal/thorn.hpp>

#include <cmath>
#include <limits>

namespace {

using namespace nopal;

Interpolation how(const Call& call) { return interpolation_from(call.string("interpolation")); }

/// The numbers of the points of this process: some processes may have none.
std::vector<long> numbers(const Call& call) {
  std::vector<long> mine;
  for (long n = call.services().rank(); n < call.integer("count"); n += call.services().size()) mine.push_back(n);
  return mine;
}

std::vector<double> coordinates(const Call& call, const std::vector<long>& points) {
  const auto place = call.read<double>("place");
  std::vector<double> all;
  for (const long n : points)
    for (int axis = 0; axis < call.domain().dimension(); ++axis) all.push_back(place(axis, n));
  return all;
}

void expect(bool holds, const std::string& what) {
  if (!holds) throw Error("the value is wrong: " + what);
}

template <class Function> void for_points(const Box& box, const Function& function) {
  for (long k = box.lower[2]; k < box.upper[2]; ++k)
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) function(i, j, k);
}

constexpr std::int64_t large = 9007199254740993; // no double has this value

} // namespace

NOPAL_FUNCTION(fill) {
  const Domain& domain = call.domain();
  for (const Part& part : call.parts()) {
    const auto mask = part.write<std::int64_t>("mask");
    const auto psi = part.write<std::complex<double>>("psi");
    for_points(part.owned(), [&](long i, long j, long k) {
      mask(i, j, k) = large + i;
      psi(i, j, k) = {domain.coordinate(0, i), domain.coordinate(1, j)};
    });
  }
}

NOPAL_FUNCTION(begin) {
  const auto place = call.write<double>("place");
  const auto speed = call.write<double>("speed");
  for (long n = 0; n < call.integer("count"); ++n)
    for (long axis = 0; axis < 3; ++axis) {
      place(axis, n) = call.real("start") * (1 - std::fmod(0.618033988749895 * static_cast<double>(3 * n + axis), 2.0));
      speed(axis, n) = 0;
    }
}

NOPAL_FUNCTION(move) {
  std::vector<Slot> velocity;
  for (const Clause& clause : call.reads())
    if (clause.is_interpolated()) velocity.push_back(clause.slot);
  const std::vector<long> mine = numbers(call);
  const PointValues values = call.interpolate(velocity, coordinates(call, mine), how(call));
  // All processes keep all points. Each adds its own to zeros, so the sum has their bits, except for -0.
  const long count = call.integer("count");
  std::vector<double> all(static_cast<std::size_t>(3 * count));
  for (std::size_t p = 0; p < mine.size(); ++p)
    for (std::size_t axis = 0; axis < velocity.size(); ++axis)
      all[3 * static_cast<std::size_t>(mine[p]) + axis] = values.at<double>(axis, p) + 0.0;
  call.services().collective().sum(all);
  const auto place = call.readwrite<double>("place");
  const auto speed = call.write<double>("speed");
  for (long n = 0; n < count; ++n)
    for (long axis = 0; axis < 3; ++axis) {
      speed(axis, n) = all[static_cast<std::size_t>(3 * n + axis)];
      place(axis, n) += call.real("pace") * call.dt() * speed(axis, n);
    }
}

NOPAL_FUNCTION(look) {
  const std::vector<long> mine = numbers(call);
  const std::vector<double> points = coordinates(call, mine);
  const auto n = static_cast<std::size_t>(call.domain().dimension());
  // A complex grid function that is read as a whole: linear, so that each interpolation gives its value. The seam of a
  // periodic axis is left out.
  const PointValues psi = call.interpolate({"psi"}, points, Interpolation::linear);
  for (std::size_t p = 0; p < psi.points(); ++p) {
    const std::complex<double> value = psi.at<std::complex<double>>(0, p);
    if (!call.domain().periodic(0) && n > 1)
      expect(std::abs(value - std::complex{points[n * p], points[n * p + 1]}) < 1e-14, "psi");
  }
  // An integer at a grid point keeps all its digits; between grid points it is real. Not every process asks.
  const Domain& domain = call.domain();
  std::vector<double> one;
  if (call.services().rank() == call.services().size() - 1)
    for (int axis = 0; axis < domain.dimension(); ++axis) one.push_back(domain.coordinate(axis, 2));
  const PointValues mask = call.interpolate({"mask", "vx"}, one, Interpolation::quintic);
  if (mask.points() == 1) {
    expect(mask.is_of_one_grid_point(0) && mask.at<std::int64_t>(0, 0) == large + 2, "mask");
    expect(mask.at<double>(0, 0) == static_cast<double>(large + 2), "mask as a double");
  }
  const std::vector<double> between = call.interpolate({"mask"}, points, Interpolation::nearest).all();
  expect(between.size() == mine.size(), "the number of points");
  for (const double value : between) expect(value >= static_cast<double>(large - 9), "nearest");
}

NOPAL_FUNCTION(nearby) {
  std::vector<Slot> slots;
  for (const Clause& clause : call.reads()) slots.push_back(clause.slot);
  std::vector<double> spots = call.services().rank() == 0 ? call.reals("spots") : std::vector<double>{};
  if (call.string("mistake") == "elsewhere" && !spots.empty()) spots.front() += 0.3;
  expect(call.interpolate(slots, spots, how(call)).points() * static_cast<std::size_t>(call.domain().dimension()) ==
             spots.size(),
         "the number of spots");
}

NOPAL_FUNCTION(blunder) {
  const std::string& mistake = call.string("mistake");
  const bool is_first = call.services().rank() == 0;
  std::vector<double> points(static_cast<std::size_t>(2 * call.domain().dimension()), 0.25);
  if (mistake == "outside" && call.services().rank() == call.services().size() - 1) points.back() = 1.5;
  if (mistake == "nan" && is_first) points.front() = std::numeric_limits<double>::quiet_NaN();
  if (mistake == "infinite" && is_first) points.front() = std::numeric_limits<double>::infinity();
  if (mistake == "coordinates") points.pop_back();
  if (mistake == "undeclared") call.interpolate({"blank"}, points, Interpolation::linear);
  if (mistake == "array") call.interpolate({"place"}, points, Interpolation::linear);
  if (mistake == "reduced") call.interpolate({"vy"}, points, Interpolation::linear);
  if (mistake == "interior") call.interpolate({"vz"}, points, Interpolation::linear);
  if (mistake == "field") call.only_part().read<double>("vx");
  if (mistake == "type") call.interpolate({"psi"}, points, Interpolation::linear).at<double>(0, 0);
  if (mistake == "fraction") call.interpolate({"mask"}, points, Interpolation::linear).at<std::int64_t>(0, 0);
  if (mistake == "slots") call.interpolate({is_first ? "vx" : "mask"}, points, Interpolation::linear);
  if (mistake == "orders") call.interpolate({"vx"}, points, is_first ? Interpolation::linear : Interpolation::cubic);
  call.interpolate({"vx"}, points, Interpolation::linear);
}
