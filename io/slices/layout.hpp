#pragma once
// Where things are in a picture.

namespace nopal::slices {

/// Pixels, from the picture's upper left corner.
struct Rectangle {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
  int right() const { return left + width; }
  int bottom() const { return top + height; }
};

/// The same for all iterations, whatever the values are, so that pictures make an animation.
struct PageLayout {
  double font_size = 0; ///< pixels, also the unit of distances
  Rectangle plot;       ///< the points
  Rectangle bar;        ///< the colour bar
  bool to_scale = true; ///< the same length is as long along both axes
};

/// For a picture of width by height pixels of a plane of the given lengths; `equal`: to scale, if that leaves each side
/// a sixth of the space that there is.
PageLayout lay_out(int width, int height, double length_right, double length_up, bool equal);

} // namespace nopal::slices
