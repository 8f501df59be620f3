#pragma once
// The parameters, as one value.

#include "colour_map.hpp"
#include "scale.hpp"

#include <nopal/thorn.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace nopal::slices {

struct Settings {
  std::vector<int> normals; ///< axes across which planes are drawn
  std::vector<double> point;
  ColourMap colour_map;
  ScaleKind scale;
  std::optional<std::array<double, 2>> range;
  int width; ///< pixels
  int height;
  bool equal_aspect;
};

/// After check_settings() has found nothing wrong.
Settings settings_of(const Call& call);

/// Why no picture can be drawn of a variable; empty: it can.
std::string refusal(const Variables& variables, int variable);

/// What a parfile may ask of this thorn beyond types and ranges.
void check_settings(const Call& call, ErrorList& errors);

} // namespace nopal::slices
