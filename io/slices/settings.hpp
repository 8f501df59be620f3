#pragma once
// The parameters of this thorn as one value.

#include "colour_map.hpp"
#include "scale.hpp"

#include <nopal/thorn.hpp>

#include <array>
#include <optional>
#include <set>
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

/// Returns the parameters, which have passed check_settings().
Settings settings_of(const Call& call);

/// Returns why a variable cannot be drawn. Empty: it can be drawn.
std::string refusal(const Call& call, int variable);

/// Returns the sets, by full name, of the dats that are drawn.
std::set<std::string> drawn_sets(const Call& call);

/// Adds an error for each wrong parameter, beyond types and ranges.
void check_settings(const Call& call, ErrorList& errors);

} // namespace nopal::slices
