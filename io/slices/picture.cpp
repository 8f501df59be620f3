#include "picture.hpp"

#include "canvas.hpp"
#include "numbers.hpp"
#include "ticks.hpp"

#include <algorithm>
#include <cmath>

namespace nopal::slices {

namespace {

constexpr double wide = 1e9; // for text of any length

class Drawing {
public:
  explicit Drawing(const Picture& picture)
      : picture_(picture), canvas_(picture.width, picture.height), plot_(picture.page.plot), bar_(picture.page.bar),
        em_(picture.page.font_size), tick_(std::max(3, static_cast<int>(std::lround(0.35 * em_)))) {}

  std::vector<unsigned char> draw() {
    draw_points();
    draw_title();
    draw_right_axis();
    draw_up_axis();
    draw_bar();
    draw_notes();
    return canvas_.png();
  }

private:
  using Align = Canvas::Align;

  void draw_points() {
    const auto columns = static_cast<long>(picture_.sampling_right.points().size());
    canvas_.fill(plot_, [&](int column, int row) {
      const long i = picture_.sampling_right.shown(column);
      const long j = picture_.sampling_up.shown(plot_.height - 1 - row);
      return picture_.colour_map(picture_.shades[static_cast<std::size_t>(j * columns + i)]);
    });
    canvas_.frame(plot_);
  }

  void draw_title() {
    const double most = picture_.width - em_;
    const double top = std::min(plot_.top, bar_.top);
    canvas_.text(picture_.width / 2.0, top - 2.5 * em_, picture_.title, {1.15 * em_, true}, Align::centre, most);
    canvas_.text(picture_.width / 2.0, top - 1.05 * em_, picture_.subtitle, {em_}, Align::centre, most);
  }

  /// Returns how many labels of about the given length fit with room between them.
  int about(int pixels, double label) const { return std::clamp(static_cast<int>(pixels / (label * em_)), 2, 12); }

  void draw_right_axis() {
    const AxisRange& axis = picture_.right;
    const Ticks ticks = linear_ticks(axis.low, axis.high, about(plot_.width, 4));
    for (const Tick& tick : ticks.ticks) {
      const double at = (tick.value - axis.low) / (axis.high - axis.low);
      const int x = plot_.left + pixel(at, plot_.width);
      canvas_.fill({x, plot_.bottom() + 1, 1, tick_}, 0);
      canvas_.text(x + 0.5, plot_.bottom() + tick_ + 0.75 * em_, tick.label, {0.9 * em_}, Align::centre, 5 * em_);
    }
    canvas_.text(plot_.left + plot_.width / 2.0, plot_.bottom() + tick_ + 2.1 * em_, axis_title(axis.name, "", ticks),
                 {em_}, Align::centre, wide);
  }

  void draw_up_axis() {
    const AxisRange& axis = picture_.up;
    const Ticks ticks = linear_ticks(axis.low, axis.high, about(plot_.height, 2.5));
    double widest = 0;
    for (const Tick& tick : ticks.ticks) {
      const double at = (tick.value - axis.low) / (axis.high - axis.low);
      const int y = plot_.bottom() - 1 - pixel(at, plot_.height);
      canvas_.fill({plot_.left - 1 - tick_, y, tick_, 1}, 0);
      canvas_.text(plot_.left - tick_ - 0.4 * em_, y + 0.5, tick.label, {0.9 * em_}, Align::right, 4 * em_);
      widest = std::max(widest, std::min(canvas_.length(tick.label, {0.9 * em_}), 4 * em_));
    }
    canvas_.text(plot_.left - tick_ - 1.5 * em_ - widest, plot_.top + plot_.height / 2.0,
                 axis_title(axis.name, "", ticks), {em_}, Align::centre, wide, Canvas::Direction::up);
  }

  void draw_bar() {
    canvas_.fill(bar_, [&](int, int row) {
      const int shade = (2 * (bar_.height - 1 - row) + 1) * n_shades / (2 * bar_.height);
      return picture_.colour_map(static_cast<Shade>(shade));
    });
    canvas_.frame(bar_);
    const Scale& scale = picture_.scale;
    const int most = about(bar_.height, 2.5);
    const Ticks ticks = scale.kind() == ScaleKind::logarithmic ? logarithmic_ticks(scale.low(), scale.high(), most)
                                                               : linear_ticks(scale.low(), scale.high(), most);
    double widest = 0;
    for (const Tick& tick : ticks.ticks) {
      const int y = bar_.bottom() - 1 - pixel(scale.position(tick.value), bar_.height);
      canvas_.fill({bar_.right() + 1, y, tick_, 1}, 0);
      canvas_.text(bar_.right() + tick_ + 0.5 * em_, y + 0.5, tick.label, {0.9 * em_}, Align::left, 4.8 * em_);
      widest = std::max(widest, std::min(canvas_.length(tick.label, {0.9 * em_}), 4.8 * em_));
    }
    for (const double value : ticks.minor)
      canvas_.fill({bar_.right() + 1, bar_.bottom() - 1 - pixel(scale.position(value), bar_.height), tick_ / 2, 1}, 0);
    canvas_.text(bar_.right() + tick_ + 1.6 * em_ + widest, bar_.top + bar_.height / 2.0,
                 axis_title(picture_.variable, picture_.unit, ticks), {em_}, Align::centre, picture_.height - 2 * em_,
                 Canvas::Direction::up);
  }

  /// Returns the pixel from 0 to n - 1 at a position between 0 and 1.
  static int pixel(double position, int n) { return std::clamp(static_cast<int>(std::floor(position * n)), 0, n - 1); }

  struct Note {
    std::string text;
    bool has_colour = false;
    Colour colour = 0;
  };

  std::vector<Note> notes() const {
    const auto points = [&](std::int64_t n, const char* what) {
      return std::to_string(n) + ' ' + picture_.counted + (n == 1 ? " is " : "s are ") + what;
    };
    std::vector<Note> notes;
    const Extremes& extremes = picture_.extremes;
    if (extremes.not_finite > 0) notes.push_back({points(extremes.not_finite, "not finite"), true, not_finite_colour});
    if (picture_.scale.kind() == ScaleKind::logarithmic && extremes.not_positive > 0)
      notes.push_back({points(extremes.not_positive, "not above 0"), true, not_positive_colour});
    if (extremes.any_finite() && extremes.min == extremes.max)
      notes.push_back({"all values are " + text(extremes.min)});
    else if (picture_.fixed_range && (extremes.min < picture_.scale.low() || extremes.max > picture_.scale.high())) {
      const bool exactly = text(extremes.min) == text(extremes.max);
      notes.push_back({"values from " + text(extremes.min, exactly) + " to " + text(extremes.max, exactly)});
    }
    if (!picture_.page.to_scale) notes.push_back({"axes not to scale"});
    return notes;
  }

  /// Draws the notes in one line at the bottom.
  void draw_notes() {
    const std::vector<Note> all = notes();
    Canvas::Font font{0.9 * em_};
    constexpr double swatch = 1.3; // font sizes
    constexpr double space = 1.8;
    const auto length = [&] {
      double sum = space * font.size * (static_cast<double>(all.size()) - 1);
      for (const Note& note : all) sum += canvas_.length(note.text, font) + (note.has_colour ? swatch * font.size : 0);
      return sum;
    };
    if (all.empty()) return;
    const double most = picture_.width - 2 * em_;
    font.size *= std::min(1.0, most / length());
    double x = (picture_.width - length()) / 2;
    const double y = std::max(plot_.bottom() + tick_ + 3.9 * em_, bar_.bottom() + 1.8 * em_);
    for (const Note& note : all) {
      if (note.has_colour) {
        const int side = static_cast<int>(std::lround(0.8 * font.size));
        const Rectangle square{static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y)) - side / 2, side,
                               side};
        canvas_.fill(square, note.colour);
        canvas_.frame(square);
        x += swatch * font.size;
      }
      canvas_.text(x, y, note.text, font, Align::left, wide);
      x += canvas_.length(note.text, font) + space * font.size;
    }
  }

  const Picture& picture_;
  Canvas canvas_;
  Rectangle plot_;
  Rectangle bar_;
  double em_;
  int tick_;
};

} // namespace

std::vector<unsigned char> draw(const Picture& picture) { return Drawing(picture).draw(); }

} // namespace nopal::slices
