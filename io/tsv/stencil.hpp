#pragma once
// Interpolation to a point: which grid points take part, and with which weights.

#include <nopal/thorn.hpp>

#include <array>
#include <string>
#include <vector>

namespace nopal::tsv {

enum class Interpolation { nearest, linear, cubic };

Interpolation interpolation_from(const std::string& word);

/// Along one axis: `n` grid points and their weights, which sum up to 1 but for rounding. Indices are of points that
/// the grid has: across the seam of a periodic axis they wrap.
struct AxisStencil {
  int n = 1;
  std::array<long, 4> index{};
  std::array<double, 4> weight{1, 0, 0, 0};
};

/// The tensor product of three axes; axes that the grid does not have are one point.
struct Stencil {
  std::array<AxisStencil, 3> axes;

  long points() const { return static_cast<long>(axes[0].n) * axes[1].n * axes[2].n; }
  /// Calls `function` with the index of each point, i fastest.
  template <class Function> void for_each(Function&& function) const {
    for (int c = 0; c < axes[2].n; ++c)
      for (int b = 0; b < axes[1].n; ++b)
        for (int a = 0; a < axes[0].n; ++a) function(Index{axes[0].index[a], axes[1].index[b], axes[2].index[c]});
  }
  /// The sum of weights times values, these in the order of for_each; always in the same order, for the same bits.
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

/// Whether the grid has the points that interpolation to `x` along an axis takes: within half a spacing of a point for
/// the nearest one, else not beyond the outermost points. On periodic axes all that is finite.
bool reaches(const Domain& domain, int axis, double x, Interpolation interpolation);

/// Of a point with a coordinate for each axis that exists, all of which the grid reaches.
/// nearest: one point. linear: two along each axis. cubic: four, the Lagrange polynomial; near a face that is not
/// periodic the outermost four, and along an axis with fewer points all of them.
/// A coordinate on a grid point, to position_tolerance, takes that point alone: what lies beside it has no say.
Stencil stencil(const Domain& domain, const double* point, Interpolation interpolation);

} // namespace nopal::tsv
