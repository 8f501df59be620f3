// The numbers of the exact solution, a plane wave or a mode of a cavity. The thorn yee has them, too.

#include "nopal/thorn.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

namespace {

using Vector = std::array<double, 3>;
constexpr std::array<char, 3> axes{'x', 'y', 'z'};

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector times(double factor, const Vector& a) { return {factor * a[0], factor * a[1], factor * a[2]}; }

std::string name(const std::string& stem, int axis) { return stem + "_" + axes[static_cast<std::size_t>(axis)]; }

Vector wave_vector(const nopal::Call& call) {
  // A half wave has the phase pi, a whole one 2 pi.
  const double phase = call.string("problem") == "cavity" ? std::numbers::pi : 2 * std::numbers::pi;
  const nopal::Domain& domain = call.domain();
  Vector k{};
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const auto n = static_cast<std::size_t>(axis);
    k[n] = phase * static_cast<double>(call.integer(name("mode", axis))) /
           (static_cast<double>(domain.spec().cells[n]) * domain.spacing(axis));
  }
  return k;
}

/// Returns the part of the polarisation that is transverse to the wave, with the length `amplitude`. Zero: it has none.
Vector electric_amplitudes(const nopal::Call& call, const Vector& k) {
  Vector direction{};
  for (int axis = 0; axis < 3; ++axis)
    direction[static_cast<std::size_t>(axis)] = call.real(name("polarisation", axis));
  const double along = dot(direction, k) / dot(k, k);
  Vector transverse{};
  for (std::size_t n = 0; n < 3; ++n) transverse[n] = direction[n] - along * k[n];
  const double length = std::sqrt(dot(transverse, transverse));
  if (length <= 1e-12 * std::sqrt(dot(direction, direction))) return {};
  return times(call.real("amplitude") / length, transverse);
}

/// Returns whether the electric field of the cavity's mode vanishes everywhere. A component vanishes if the mode number
/// along another axis of the grid is 0.
bool mode_vanishes(const nopal::Call& call, const Vector& e0, const Vector& k) {
  for (int component = 0; component < 3; ++component) {
    bool vanishes = e0[static_cast<std::size_t>(component)] == 0;
    for (int axis = 0; axis < call.domain().dimension(); ++axis)
      if (axis != component && k[static_cast<std::size_t>(axis)] == 0) vanishes = true;
    if (!vanishes) return false;
  }
  return true;
}

} // namespace

NOPAL_FUNCTION(check) {
  const nopal::Domain& domain = call.domain();
  const bool cavity = call.string("problem") == "cavity";
  for (int axis = 0; axis < 3; ++axis) {
    const std::string mode = name("mode", axis);
    if (axis >= domain.dimension()) {
      if (call.integer(mode) != 0)
        throw nopal::Error(fmt::format("{} is {}, but the grid has only {} {}: set {} to 0", mode, call.integer(mode),
                                       domain.dimension(), domain.dimension() == 1 ? "axis" : "axes", mode));
    } else if (domain.periodic(axis) == cavity) {
      throw nopal::Error(fmt::format(
          "the problem {} needs {}, but the axis {} is{} periodic: set driver.periodic to {} for "
          "all axes, or problem to {}",
          cavity ? "cavity" : "plane_wave", cavity ? "walls" : "periodic axes", axes[static_cast<std::size_t>(axis)],
          cavity ? "" : " not", !cavity, cavity ? "plane_wave" : "cavity"));
    }
  }
  const Vector k = wave_vector(call);
  if (dot(k, k) == 0)
    throw nopal::Error("the wave has no length: set mode_x, mode_y or mode_z to a number other than 0");
  const Vector e0 = electric_amplitudes(call, k);
  if (dot(e0, e0) == 0)
    throw nopal::Error(
        "the electric field would point along the wave, but it is transverse: set polarisation_x, "
        "polarisation_y and polarisation_z to another direction, and amplitude to a number other than 0");
  if (cavity && mode_vanishes(call, e0, k))
    throw nopal::Error("the electric field of this mode vanishes everywhere: set mode_x, mode_y or mode_z to other "
                       "numbers, or polarisation_x, polarisation_y and polarisation_z to another direction");
}

NOPAL_FUNCTION(prepare) {
  const Vector k = wave_vector(call), e0 = electric_amplitudes(call, k);
  const double length = std::sqrt(dot(k, k));
  const Vector b0 = times(1 / length, cross(k, e0));
  for (std::size_t n = 0; n < 3; ++n) {
    const std::string axis(1, axes[n]);
    call.write<double>("k" + axis).value() = k[n];
    call.write<double>("e0" + axis).value() = e0[n];
    call.write<double>("b0" + axis).value() = b0[n];
  }
  call.write<double>("omega").value() = call.real("light_speed") * length;
}
