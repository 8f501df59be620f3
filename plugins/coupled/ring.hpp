#pragma once
// Where the beads are.

#include <nopal/thorn.hpp>

#include <array>

namespace coupled {

struct Ring {
  std::int64_t beads;
  double radius;

  explicit Ring(const nopal::Call& call) : beads(call.integer("beads")), radius(call.real("radius")) {}
  explicit Ring(const nopal::Parameters& parameters)
      : beads(parameters.integer("coupled::beads")), radius(parameters.real("coupled::radius")) {}

  std::array<double, 2> place(std::int64_t bead) const {
    const double angle = 2 * M_PI * static_cast<double>(bead) / static_cast<double>(beads);
    return {radius * nopal::maths::cos(angle), radius * nopal::maths::sin(angle)};
  }
};

} // namespace coupled
