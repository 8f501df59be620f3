#include "canvas.hpp"

#include <nopal/thorn.hpp>

#include <cstring>
#include <exception>
#include <numbers>

namespace nopal::slices {

namespace {

/// This font has the superscripts of exponents. Debian's package is fonts-dejavu-core.
constexpr const char* family = "DejaVu Sans";

const char* remedy(cairo_status_t status) {
  switch (status) {
  case CAIRO_STATUS_NO_MEMORY:
  case CAIRO_STATUS_INVALID_SIZE:
    return "make slices.width and slices.height smaller";
  case CAIRO_STATUS_INVALID_STRING:
    return "write the unit of the variable's group in UTF-8";
  default:
    return "remove slices from thorns, or install Cairo and its fonts (packages libcairo2, fonts-dejavu-core)";
  }
}

[[noreturn]] void fail(const char* what, cairo_status_t status) {
  throw Error(std::string("slices: cannot ") + what + " a picture: " + cairo_status_to_string(status) + "; " +
              remedy(status));
}

/// Cairo calls this to write. It must not throw.
cairo_status_t append(void* closure, const unsigned char* bytes, unsigned int n) {
  try {
    auto& all = *static_cast<std::vector<unsigned char>*>(closure);
    all.insert(all.end(), bytes, bytes + n);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::exception&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

} // namespace

Canvas::Canvas(int width, int height)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)), context_(cairo_create(surface_.get())) {
  check("begin");
  // With these options the letters do not depend on the settings of the user's screen.
  const std::unique_ptr<cairo_font_options_t, decltype(&cairo_font_options_destroy)> options(
      cairo_font_options_create(), cairo_font_options_destroy);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context_.get(), options.get());
  fill({0, 0, width, height}, 0xffffff);
}

void Canvas::fill(const Rectangle& area, Colour colour) {
  cairo_t* const context = context_.get();
  cairo_set_source_rgb(context, (colour >> 16) / 255.0, (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0);
  cairo_rectangle(context, area.left, area.top, area.width, area.height);
  cairo_fill(context);
  check("draw");
}

void Canvas::fill(const Rectangle& area, const std::function<Colour(int column, int row)>& colour_of) {
  cairo_surface_flush(surface_.get());
  unsigned char* const pixels = cairo_image_surface_get_data(surface_.get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface_.get());
  for (int row = 0; row < area.height; ++row)
    for (int column = 0; column < area.width; ++column) {
      const Colour colour = colour_of(column, row);
      std::memcpy(pixels + (area.top + row) * stride + 4 * static_cast<std::ptrdiff_t>(area.left + column), &colour, 4);
    }
  cairo_surface_mark_dirty(surface_.get());
  check("draw");
}

void Canvas::frame(const Rectangle& area) {
  fill({area.left - 1, area.top - 1, area.width + 2, 1}, 0);
  fill({area.left - 1, area.bottom(), area.width + 2, 1}, 0);
  fill({area.left - 1, area.top, 1, area.height}, 0);
  fill({area.right(), area.top, 1, area.height}, 0);
}

void Canvas::set_font(Font font) {
  cairo_select_font_face(context_.get(), family, CAIRO_FONT_SLANT_NORMAL,
                         font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), font.size);
}

double Canvas::length(const std::string& text, Font font) {
  set_font(font);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), text.c_str(), &extents);
  check("measure the text of");
  return extents.x_advance;
}

void Canvas::text(double x, double y, const std::string& text, Font font, Align align, double most,
                  Direction direction) {
  double along = length(text, font);
  if (along > most) {
    font.size *= most / along;
    along = length(text, font);
  }
  constexpr double half_height = 0.36; // half the height of a digit, in font sizes
  cairo_t* const context = context_.get();
  cairo_save(context);
  cairo_translate(context, x, y);
  if (direction == Direction::up) cairo_rotate(context, -std::numbers::pi / 2);
  cairo_move_to(context,
                align == Align::left     ? 0
                : align == Align::centre ? -along / 2
                                         : -along,
                half_height * font.size);
  cairo_set_source_rgb(context, 0, 0, 0);
  cairo_show_text(context, text.c_str());
  cairo_restore(context);
  check("draw the text of");
}

std::vector<unsigned char> Canvas::png() {
  std::vector<unsigned char> bytes;
  if (const cairo_status_t status = cairo_surface_write_to_png_stream(surface_.get(), append, &bytes);
      status != CAIRO_STATUS_SUCCESS)
    fail("encode", status);
  return bytes;
}

void Canvas::check(const char* what) const {
  if (const cairo_status_t status = cairo_surface_status(surface_.get()); status != CAIRO_STATUS_SUCCESS)
    fail(what, status);
  if (const cairo_status_t status = cairo_status(context_.get()); status != CAIRO_STATUS_SUCCESS) fail(what, status);
}

} // namespace nopal::slices
