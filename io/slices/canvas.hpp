#pragma once
// Draws a picture and makes a PNG of it. Every function throws an Error with the library's reason.

#include "colour_map.hpp"
#include "layout.hpp"

#include <cairo.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nopal::slices {

/// A picture to draw on.
class Canvas {
public:
  /// Makes a white picture.
  Canvas(int width, int height);

  void fill(const Rectangle& area, Colour colour);
  /// Gives each pixel of the area the colour that the function returns for its column and row, from the upper left.
  void fill(const Rectangle& area, const std::function<Colour(int column, int row)>& colour_of);
  /// Draws black lines of one pixel around the area.
  void frame(const Rectangle& area);

  enum class Align { left, centre, right };
  enum class Direction { right, up };
  struct Font {
    double size = 0;
    bool bold = false;
  };
  /// Draws black text at (x, y), in the middle of the height of its letters. `align` says which end of the text lies
  /// there. Text that is longer than `most` is drawn smaller.
  void text(double x, double y, const std::string& text, Font font, Align align, double most,
            Direction direction = Direction::right);
  /// Returns the length of the text.
  double length(const std::string& text, Font font);

  /// Returns the contents of a PNG file.
  std::vector<unsigned char> png();

private:
  void set_font(Font font);
  void check(const char* what) const;
  struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
  };
  std::unique_ptr<cairo_surface_t, Destroy> surface_;
  std::unique_ptr<cairo_t, Destroy> context_;
};

} // namespace nopal::slices
