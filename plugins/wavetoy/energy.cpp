#include "nopal/thorn.hpp"

namespace {

// What point (i, j, k) adds to twice the energy density: the square of the difference in time, and for each axis the
// product of the forward differences of both levels. The link to the next point counts where both ends exist.
double density(const nopal::Field<const double>& phi, const nopal::Field<const double>& phi_p,
               const nopal::Domain& domain, double dt, const nopal::Index& at) {
  const auto [i, j, k] = at;
  const double velocity = (phi(i, j, k) - phi_p(i, j, k)) / dt;
  double sum = velocity * velocity;
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    if (!domain.periodic(axis) && at[axis] + 1 >= domain.points().upper[axis]) continue;
    nopal::Index next = at;
    ++next[axis];
    const double h = domain.spacing(axis);
    sum +=
        (phi(next[0], next[1], next[2]) - phi(i, j, k)) / h * ((phi_p(next[0], next[1], next[2]) - phi_p(i, j, k)) / h);
  }
  return sum;
}

} // namespace

// E = 1/2 sum ((phi - phi_p)/dt)^2 + D phi . D phi_p, times the volume of a point. Leapfrog conserves exactly this
// one, on periodic axes and with zero boundaries, so that it changes by rounding alone. The sum itself is exact.
NOPAL_FUNCTION(energy) {
  const auto phi = call.read<double>("phi@0");
  const auto phi_p = call.read<double>("phi@1");
  const nopal::Domain& domain = call.domain();
  const nopal::Box owned = call.owned();
  nopal::ExactSum sum;
#pragma omp parallel
  {
    nopal::ExactSum mine;
#pragma omp for collapse(2)
    for (long k = owned.lower[2]; k < owned.upper[2]; ++k)
      for (long j = owned.lower[1]; j < owned.upper[1]; ++j)
        for (long i = owned.lower[0]; i < owned.upper[0]; ++i)
          mine.add(density(phi, phi_p, domain, call.dt(), {i, j, k}));
#pragma omp critical(nopal_wavetoy_energy)
    sum.add(mine);
  }
  double volume = 1;
  for (int axis = 0; axis < domain.dimension(); ++axis) volume *= domain.spacing(axis);
  call.write<double>("energy").value() = 0.5 * volume * call.services().reductions().sum(sum);
}
