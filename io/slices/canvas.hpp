#pragma once
// A picture that is drawn on, and its PNG file's contents. Every function throws Error with the library's reason.

#include "colour_map.hpp"
#include "layout.hpp"

#include <cairo.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nopal::slices {

class Canvas {
public:
  /// White.
  Canvas(int width, int height);

  void fill(const Rectangle& area, Colour colour);
  /// Each pixel of the area has the colour that the function gives for its column and row, from the upper left.
  void fill(const Rectangle& area, const std::function<Colour(int column, int row)>& colour_of);
  /// Black lines of one pixel around the area.
  void frame(const Rectangle& area);

  enum class Align { left, centre, right };
  enum class Direction { right, up };
  struct Font {
    double size = 0;
    bool bold = false;
  };
  /// Black text whose first line of letters is centred across at (x, y); `align` is along the direction. Text that is
  /// longer than `most` is drawn smaller.
  void text(double x, double y, const std::string& text, Font font, Align align, double most,
            Direction direction = Direction::right);
  /// Length of the text.
  double length(const std::string& text, Font font);

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
