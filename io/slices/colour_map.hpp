#pragma once
// Colours of values.

#include <cstdint>
#include <string_view>

namespace nopal::slices {

/// 0xRRGGBB
using Colour = std::uint32_t;

/// The shade of a point: 0 to 255 from the lowest to the highest value of the scale, or one of the three
/// below.
using Shade = std::uint16_t;
constexpr int n_shades = 256;
constexpr Shade not_finite = 256;   ///< NaN or infinite
constexpr Shade not_positive = 257; ///< 0 or less on a logarithmic scale
constexpr Shade no_cell = 258;      ///< a pixel in none of the cells of a mesh

/// No colour map has colours near these.
constexpr Colour not_finite_colour = 0xff00ff;
constexpr Colour not_positive_colour = 0x00ffff;

/// As the paper around the picture.
constexpr Colour no_cell_colour = 0xffffff;

/// The colours of shades.
class ColourMap {
public:
  /// `name` is "viridis", "magma", "grey" or "coolwarm".
  explicit ColourMap(std::string_view name);
  Colour operator()(Shade shade) const;

private:
  const Colour* table_;
};

} // namespace nopal::slices
