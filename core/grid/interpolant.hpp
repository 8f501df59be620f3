#pragma once
// Interpolation to a point: the grid points and their weights.

#include "core/grid/domain.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// The Lagrange polynomials of order 1 to 5, and `nearest`. The number of an enumerator is the order of the polynomial.
enum class Interpolation { nearest, linear, quadratic, cubic, quartic, quintic };

/// The most grid points that an interpolation takes along an axis.
inline constexpr int most_interpolant_points = 6;

/// Returns the words of a parfile for the interpolations: "nearest, linear, …".
std::string interpolation_words();
/// Returns the interpolation that a word in a parfile stands for. Empty: it is none of interpolation_words().
std::optional<Interpolation> interpolation_named(std::string_view word);
/// The same, but throws Error for any other word.
Interpolation interpolation_from(std::string_view word);

/// The interpolant along one axis: `n` grid points and their weights, whose sum is 1 apart from rounding. All indices
/// lie inside the grid; on a periodic axis they wrap around.
struct AxisInterpolant {
  int n = 1;
  std::array<long, most_interpolant_points> index{};
  std::array<double, most_interpolant_points> weight{1};
};

/// The product of the interpolants of three axes. An axis that the grid does not have has one point.
struct Interpolant {
  std::array<AxisInterpolant, 3> axes;

  long points() const { return static_cast<long>(axes[0].n) * axes[1].n * axes[2].n; }
  /// Calls `function` with the index of each point, i fastest.
  template <class Function> void for_each(Function&& function) const {
    for (int c = 0; c < axes[2].n; ++c)
      for (int b = 0; b < axes[1].n; ++b)
        for (int a = 0; a < axes[0].n; ++a) function(Index{axes[0].index[a], axes[1].index[b], axes[2].index[c]});
  }
  /// Returns the sum of weights times values. The values are in the order of for_each(). The order of the sum is fixed,
  /// so it always has the same bits.
  template <class T> T sum(const T* values) const {
    T along_z{};
    for (int c = 0; c < axes[2].n; ++c) {
      T along_y{};
      for (int b = 0; b < axes[1].n; ++b) {
        T along_x{};
        for (int a = 0; a < axes[0].n; ++a) along_x += axes[0].weight[a] * *values++;
        along_y += axes[1].weight[b] * along_x;
      }
      along_z += axes[2].weight[c] * along_y;
    }
    return along_z;
  }
};

/// True if interpolation to the coordinate `x` along an axis is possible. For `nearest`, x must lie within half a
/// spacing of a point; otherwise x must not lie beyond the outermost points. On a periodic axis any finite x is
/// possible.
bool reaches(const Domain& domain, int axis, double x, Interpolation interpolation);

/// Returns the interpolant of a point. `point` has one coordinate for each axis that exists; reaches() must hold for
/// each. `nearest` takes one grid point. The polynomial of order p takes the p + 1 grid points that are nearest along
/// each axis: for odd p as many on each side, for even p those around the nearest grid point, which nearest_index()
/// finds; halfway between two it is the lower one. Near a face that is not periodic it takes the outermost p + 1, or
/// all points of an axis that has fewer. On a periodic axis they wrap around, and an axis with fewer points gives some
/// of them twice. If a coordinate lies on a grid point (to position_tolerance), only that point is taken along the
/// axis.
Interpolant interpolant(const Domain& domain, const double* point, Interpolation interpolation);

} // namespace nopal
