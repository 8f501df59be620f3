#pragma once
// The places of plot and colour bar in a picture.

namespace nopal::slices {

/// An area of a picture. All numbers are pixels, counted from the picture's upper left corner.
struct Rectangle {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
  int right() const { return left + width; }
  int bottom() const { return top + height; }
};

/// The layout of a picture. It does not depend on values, so that the pictures of a series make an animation.
struct PageLayout {
  double font_size = 0; ///< in pixels; the unit of distances
  Rectangle plot;       ///< the points
  Rectangle bar;        ///< the colour bar
  bool to_scale = true; ///< equal lengths have equally many pixels along both axes
};

/// Returns the layout of a picture of width by height pixels, for a plane of the given lengths. `equal`: the plane is
/// drawn to scale, unless a side would then have less than a sixth of the space.
PageLayout lay_out(int width, int height, double length_right, double length_up, bool equal);

} // namespace nopal::slices
