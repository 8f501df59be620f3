#include "core/thorn/point_values.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>

namespace nopal {

namespace {

[[noreturn]] void refuse_type(Type type, const char* instead) {
  throw Error(fmt::format("a function asks for values at points of a grid function of type {} in another type: use {}",
                          to_string(type), instead));
}

std::string point_text(std::span<const double> point) {
  std::string text;
  for (const double x : point) text += fmt::format("{}{}", text.empty() ? "" : ", ", x);
  return '(' + text + ')';
}

/// Says why interpolation to the coordinate is not possible.
std::string refusal(const Domain& domain, int axis, double x, Interpolation interpolation) {
  if (!std::isfinite(x)) return "which is not finite";
  const Box& points = domain.points();
  return fmt::format("outside the grid, which extends from {} to {}{}", domain.coordinate(axis, points.lower[axis]),
                     domain.coordinate(axis, points.upper[axis] - 1),
                     interpolation == Interpolation::nearest ? " and half a spacing beyond" : "");
}

} // namespace

PointValues::PointValues(const Variables& variables, std::span<const Slot> slots, std::vector<Interpolant> interpolants,
                         std::vector<PointRun> runs, std::vector<std::vector<std::byte>> values)
    : interpolants_(std::move(interpolants)), runs_(std::move(runs)), values_(std::move(values)) {
  for (const Slot slot : slots) types_.push_back(variables.group_of(slot.variable).type);
  long first = 0;
  for (const PointRun& run : runs_) {
    first_.push_back(first);
    first += run.points();
  }
}

/// Returns the number of the run that has a grid point of an interpolant.
std::size_t PointValues::run_of(const Index& grid_point) const {
  const PointRun last{grid_point[2], grid_point[1], grid_point[0], std::numeric_limits<long>::max()};
  return static_cast<std::size_t>(std::ranges::upper_bound(runs_, last) - runs_.begin()) - 1;
}

/// Gets the values at the grid points around a point, in the order of Interpolant::for_each().
template <class Stored, class Value>
void PointValues::around(std::size_t slot, std::size_t point, std::array<Value, most_values>& values) const {
  const std::byte* const bytes = values_.at(slot).data();
  std::size_t r = 0, n = 0;
  const auto has = [](const PointRun& run, const Index& at) {
    return run.k == at[2] && run.j == at[1] && run.first <= at[0] && at[0] < run.end;
  };
  interpolants_.at(point).for_each([&](const Index& at) {
    if (!has(runs_[r], at)) r = run_of(at); // the next point is often in the same run
    const long position = first_[r] + at[0] - runs_[r].first;
    Stored stored;
    std::memcpy(&stored, bytes + position * static_cast<long>(sizeof(Stored)), sizeof(Stored));
    values[n++] = static_cast<Value>(stored);
  });
}

template <> double PointValues::at<double>(std::size_t slot, std::size_t point) const {
  std::array<double, most_values> values; // no memory is taken for each point
  if (types_.at(slot) == Type::real)
    around<double>(slot, point, values);
  else if (types_.at(slot) == Type::integer)
    around<std::int64_t>(slot, point, values);
  else
    refuse_type(types_.at(slot), "std::complex<double>");
  return is_of_one_grid_point(point) ? values.front() : interpolants_[point].sum(values.data());
}

template <> std::complex<double> PointValues::at<std::complex<double>>(std::size_t slot, std::size_t point) const {
  if (types_.at(slot) != Type::complex) refuse_type(types_.at(slot), "double");
  std::array<std::complex<double>, most_values> values;
  around<std::complex<double>>(slot, point, values);
  return is_of_one_grid_point(point) ? values.front() : interpolants_[point].sum(values.data());
}

template <> std::int64_t PointValues::at<std::int64_t>(std::size_t slot, std::size_t point) const {
  if (types_.at(slot) != Type::integer || !is_of_one_grid_point(point))
    refuse_type(types_.at(slot), types_.at(slot) == Type::complex ? "std::complex<double>" : "double");
  std::array<std::int64_t, most_values> values;
  around<std::int64_t>(slot, point, values);
  return values.front();
}

std::vector<double> PointValues::all(std::size_t slot) const {
  std::vector<double> values;
  values.reserve(points());
  for (std::size_t point = 0; point < points(); ++point) values.push_back(at<double>(slot, point));
  return values;
}

std::vector<Interpolant> interpolants_at(const Domain& domain, std::span<const double> points,
                                         Interpolation interpolation) {
  const auto n = static_cast<std::size_t>(domain.dimension());
  if (points.size() % n != 0)
    throw Error(
        fmt::format("interpolates at {} coordinates on a grid of {} {}: give {} for each point, one point after "
                    "another",
                    points.size(), n, n == 1 ? "axis" : "axes", n));
  std::vector<Interpolant> all;
  all.reserve(points.size() / n);
  for (std::size_t p = 0; p < points.size(); p += n) {
    const std::span<const double> point = points.subspan(p, n);
    for (int axis = 0; axis < domain.dimension(); ++axis)
      if (const double x = point[static_cast<std::size_t>(axis)]; !reaches(domain, axis, x, interpolation))
        throw Error(fmt::format("interpolates at point {}, {}, whose coordinate along {} is {}, {}", p / n,
                                point_text(point), "xyz"[axis], x, refusal(domain, axis, x, interpolation)));
    all.push_back(interpolant(domain, point.data(), interpolation));
  }
  return all;
}

} // namespace nopal
