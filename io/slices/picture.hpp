#pragma once
// One picture: a plane or a mesh with axes, colour bar, title and notes.

#include "layout.hpp"
#include "sampling.hpp"
#include "scale.hpp"

#include <string>
#include <vector>

namespace nopal::slices {

/// The axis along a side of the plane.
struct AxisRange {
  std::string name; ///< "x"
  double low = 0;   ///< coordinates of the plane's edges, half a spacing beyond the outermost points
  double high = 1;
};

struct Picture {
  int width = 0; ///< pixels
  int height = 0;
  PageLayout page;
  std::string title;    ///< variable and plane
  std::string subtitle; ///< iteration and time
  std::string variable; ///< the title of the colour bar, with its unit
  std::string unit;
  AxisRange right;
  AxisRange up;
  Sampling sampling_right; ///< which points the pixels of page.plot show
  Sampling sampling_up;
  const std::vector<Shade>& shades; ///< of the sampled points, to the right fastest, from the lowest row
  ColourMap colour_map;
  Scale scale;
  Extremes extremes;
  bool fixed_range = false;
  std::string counted = "point"; ///< what the notes count
};

/// Returns the contents of the PNG file: the same bytes for the same picture. Throws Error if it cannot be drawn.
std::vector<unsigned char> draw(const Picture& picture);

} // namespace nopal::slices
