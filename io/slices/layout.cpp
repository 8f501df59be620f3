#include "layout.hpp"

#include <algorithm>
#include <cmath>

namespace nopal::slices {

namespace {

// Margins around plot and bar, in font sizes. They hold title, axis titles, numbers and notes.
constexpr double left_margin = 6.6;
constexpr double right_margin = 7.0;
constexpr double top_margin = 3.9;
constexpr double bottom_margin = 5.4;
constexpr double gap = 1.3;
constexpr double wide_gap = 2.6; // used if numbers below the plot would touch the bar
constexpr double bar_width = 1.4;

int sides(double available, double length, double scale, int smallest, bool& to_scale) {
  const double wanted = length * scale;
  if (wanted < smallest) {
    to_scale = false;
    return smallest;
  }
  return static_cast<int>(std::lround(std::min(wanted, available)));
}

} // namespace

PageLayout lay_out(int width, int height, double length_right, double length_up, bool equal) {
  PageLayout page;
  page.font_size = std::max(9.0, std::min(width / 56.0, height / 45.0));
  const auto pixels = [&](double font_sizes) { return static_cast<int>(std::lround(font_sizes * page.font_size)); };
  const int all_right = width - pixels(left_margin) - pixels(wide_gap) - pixels(bar_width) - pixels(right_margin);
  const int all_up = height - pixels(top_margin) - pixels(bottom_margin);

  page.plot.width = all_right;
  page.plot.height = all_up;
  if (equal) {
    const double scale = std::min(all_right / length_right, all_up / length_up);
    page.plot.width = sides(all_right, length_right, scale, all_right / 6, page.to_scale);
    page.plot.height = sides(all_up, length_up, scale, all_up / 6, page.to_scale);
  } else {
    page.to_scale = std::abs(all_right / length_right * length_up / all_up - 1) < 0.01;
  }
  page.plot.left = pixels(left_margin) + (all_right - page.plot.width) / 2;
  page.plot.top = pixels(top_margin) + (all_up - page.plot.height) / 2;

  // If the plane is flat, a bar of the same height would be too short for its numbers.
  page.bar.width = pixels(bar_width);
  page.bar.height = std::max(page.plot.height, std::min(all_up, pixels(16)));
  page.bar.left = page.plot.right() + pixels(page.bar.height > page.plot.height ? wide_gap : gap);
  page.bar.top = page.plot.top + (page.plot.height - page.bar.height) / 2;
  return page;
}

} // namespace nopal::slices
