#include "nopal/thorn.hpp"

// E = 1/2 sum ((phi - phi_p)/dt)^2 + D phi . D phi_p, times the volume of a point. energy_density.kernel computes the
// contribution of each point. On periodic axes and with zero boundaries, leapfrog conserves exactly this energy, so
// only rounding errors change it. The sum itself is exact.
NOPAL_FUNCTION(energy) {
  const double twice = call.reduce("density", nopal::Reduction::sum);
  double volume = 1;
  for (int axis = 0; axis < call.domain().dimension(); ++axis) volume *= call.domain().spacing(axis);
  call.write<double>("energy").value() = 0.5 * volume * twice;
}
