#pragma once
// One picture: a plane with axes, colour bar, title and notes.

#include "layout.hpp"
#include "sampling.hpp"
#include "scale.hpp"

#include <string>
#include <vector>

namespace nopal::slices {

/// What stands along a side of the plane.
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
  std::string variable; ///< beside the colour bar, with its unit
  std::string unit;
  AxisRange right;
  AxisRange up;
  Sampling sampling_right; ///< of the points onto the pixels of page.plot
  Sampling sampling_up;
  const std::vector<Shade>& shades; ///< of the points that are sampled, rightwards fastest, from the lowest row
  ColourMap colour_map;
  Scale scale;
  Extremes extremes;
  bool fixed_range = false;
};

/// The contents of its PNG file; the same bytes for the same picture. Error where it cannot be drawn.
std::vector<unsigned char> draw(const Picture& picture);

} // namespace nopal::slices
