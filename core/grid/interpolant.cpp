#include "core/grid/interpolant.hpp"

#include "core/base/error.hpp"
#include "core/grid/nearest.hpp"

#include <algorithm>
#include <cmath>

namespace nopal {

namespace {

constexpr std::string_view interpolation_names[] = {"nearest", "linear", "quadratic", "cubic", "quartic", "quintic"};

AxisInterpolant one_point(long index) {
  AxisInterpolant result;
  result.index[0] = index;
  return result;
}

/// Returns the weights of the Lagrange polynomial through n neighbouring points. `first` is the first of them.
AxisInterpolant lagrange(const Domain& domain, int axis, long first, int n, double at) {
  AxisInterpolant result;
  result.n = n;
  const double t = at - static_cast<double>(first);
  for (int a = 0; a < n; ++a) {
    result.index[a] = index_in_grid(domain, axis, first + a);
    result.weight[a] = 1;
    for (int b = 0; b < n; ++b)
      if (b != a) result.weight[a] *= (t - b) / (a - b);
  }
  return result;
}

AxisInterpolant axis_interpolant(const Domain& domain, int axis, double x, Interpolation interpolation) {
  if (interpolation == Interpolation::nearest) return one_point(nearest_index(domain, axis, x));
  const double at = grid_position_of_image(domain, axis, x);
  const long on = std::lround(at);
  if (std::abs(at - static_cast<double>(on)) <= position_tolerance) return one_point(index_in_grid(domain, axis, on));

  const Box& points = domain.points();
  int n = static_cast<int>(interpolation) + 1;
  // Of an even number of points half lie on each side. An odd number has a point in the middle.
  long first = n % 2 == 0 ? std::lround(std::floor(at)) - (n / 2 - 1) : nearest_index(at) - n / 2;
  if (!domain.periodic(axis)) {
    n = static_cast<int>(std::min<long>(n, points.extent(axis)));
    first = std::clamp(first, points.lower[axis], points.upper[axis] - n);
  }
  return lagrange(domain, axis, first, n, at);
}

} // namespace

std::string interpolation_words() {
  std::string text;
  for (const std::string_view word : interpolation_names) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

std::optional<Interpolation> interpolation_named(std::string_view word) {
  const auto* const found = std::ranges::find(interpolation_names, word);
  if (found == std::end(interpolation_names)) return std::nullopt;
  return static_cast<Interpolation>(found - std::begin(interpolation_names));
}

Interpolation interpolation_from(std::string_view word) {
  if (const auto found = interpolation_named(word)) return *found;
  throw Error("\"" + std::string(word) + "\" is no interpolation; the words are " + interpolation_words());
}

bool reaches(const Domain& domain, int axis, double x, Interpolation interpolation) {
  if (domain.periodic(axis)) return std::isfinite(x);
  const long first = domain.points().lower[axis];
  const long last = domain.points().upper[axis] - 1;
  if (interpolation == Interpolation::nearest) {
    const long nearest = nearest_index(domain, axis, x);
    return nearest >= first && nearest <= last;
  }
  const double at = grid_position_of_image(domain, axis, x);
  return at >= static_cast<double>(first) - position_tolerance && at <= static_cast<double>(last) + position_tolerance;
}

Interpolant interpolant(const Domain& domain, const double* point, Interpolation interpolation) {
  Interpolant result;
  for (int axis = 0; axis < domain.dimension(); ++axis)
    result.axes[axis] = axis_interpolant(domain, axis, point[axis], interpolation);
  return result;
}

} // namespace nopal
