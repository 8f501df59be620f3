#pragma once
// The formulas of the airfoil case. A cell's state is a line of the cache: what its neighbours need of it.

#include <array>
#include <cmath>

namespace bench::airfoil {

// The nearest numbers of single precision.
inline constexpr double gas = 1.4F, cfl = 0.9F, smoothing = 0.05F, mach = 0.4F;
inline constexpr double gas1 = gas - 1.0;

inline std::array<double, 4> free_stream() {
  const double velocity = std::sqrt(gas) * mach; // density and pressure are 1
  return {1.0, velocity, 0.0, 1.0 / gas1 + 0.5 * velocity * velocity};
}

struct alignas(64) State {
  double q[4];
  double p;      ///< pressure
  double volume; ///< 1/density
  double adt;
  double unused;
};

/// Computes from q and the corners what else a state has.
inline void complete(State& state, const int* corners, const double* x) {
  const double volume = 1.0 / state.q[0], u = volume * state.q[1], v = volume * state.q[2];
  state.volume = volume;
  state.p = gas1 * (state.q[3] - 0.5 * (state.q[1] * u + state.q[2] * v));
  const double sound = std::sqrt(gas * state.p * volume);
  double sum = 0;
  for (int n = 0; n < 4; ++n) {
    const double *from = x + 2 * corners[n], *to = x + 2 * corners[(n + 1) % 4];
    const double dx = to[0] - from[0], dy = to[1] - from[1];
    sum += std::abs(dy * u - dx * v) + sound * std::sqrt(dx * dx + dy * dy);
  }
  state.adt = sum * (1.0 / cfl);
}

using Flux = std::array<double, 4>;

/// Returns the flux from a to b through a side. (dy, -dx) points from a to b.
inline Flux flux_between(const State& a, const State& b, double adt_b, double dx, double dy) {
  const double half_a = 0.5 * a.volume * (a.q[1] * dy - a.q[2] * dx);
  const double half_b = 0.5 * b.volume * (b.q[1] * dy - b.q[2] * dx);
  const double mu = 0.5 * smoothing * (a.adt + adt_b), p = 0.5 * (a.p + b.p);
  return {half_a * a.q[0] + half_b * b.q[0] + mu * (a.q[0] - b.q[0]),
          half_a * a.q[1] + half_b * b.q[1] + p * dy + mu * (a.q[1] - b.q[1]),
          half_a * a.q[2] + half_b * b.q[2] - p * dx + mu * (a.q[2] - b.q[2]),
          half_a * (a.q[3] + a.p) + half_b * (b.q[3] + b.p) + mu * (a.q[3] - b.q[3])};
}

inline Flux flux_to_wall(const State& a, double dx, double dy) { return {0.0, a.p * dy, -a.p * dx, 0.0}; }

} // namespace bench::airfoil
