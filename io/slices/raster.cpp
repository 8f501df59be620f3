#include "raster.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nopal::slices {

namespace {

/// Returns the first pixel, of n between the edges, whose middle is not below `x`: 0 to n.
int first_pixel(double x, double lower, double upper, int n) {
  const double pixel = std::ceil((x - lower) / (upper - lower) * n - 0.5);
  return static_cast<int>(std::clamp(pixel, 0.0, static_cast<double>(n)));
}

double middle(int pixel, double lower, double upper, int n) { return lower + (pixel + 0.5) / n * (upper - lower); }

/// Returns where the sides of the polygon cross a height, ascending.
std::vector<double> crossings(std::span<const Corner> corners, double y) {
  std::vector<double> found;
  for (std::size_t n = 0; n < corners.size(); ++n) {
    Corner low = corners[n], high = corners[(n + 1) % corners.size()];
    // Both polygons at a side compute the same bits.
    if (high.y < low.y) std::swap(low, high);
    if (!(low.y <= y && y < high.y)) continue;
    const double x = low.x + (y - low.y) / (high.y - low.y) * (high.x - low.x);
    if (!std::isnan(x)) found.push_back(x); // NaN: the side is longer than the largest double
  }
  std::ranges::sort(found);
  return found;
}

} // namespace

bool meets(const Raster& raster, std::span<const Corner> corners) {
  if (corners.empty()) return false;
  const auto [left, right] = std::ranges::minmax(corners, {}, &Corner::x);
  const auto [low, high] = std::ranges::minmax(corners, {}, &Corner::y);
  return left.x <= raster.upper.x && right.x >= raster.lower.x && low.y <= raster.upper.y && high.y >= raster.lower.y;
}

void for_each_pixel(const Raster& raster, std::span<const Corner> corners, const std::function<void(int)>& visit) {
  if (!meets(raster, corners)) return;
  const auto [low, high] = std::ranges::minmax(corners, {}, &Corner::y);
  // One row more on each side: the test of the crossings decides, not this estimate.
  const int first = std::max(first_pixel(low.y, raster.lower.y, raster.upper.y, raster.height) - 1, 0);
  const int end = std::min(first_pixel(high.y, raster.lower.y, raster.upper.y, raster.height) + 1, raster.height);
  for (int row = first; row < end; ++row) {
    const std::vector<double> across = crossings(corners, middle(row, raster.lower.y, raster.upper.y, raster.height));
    for (std::size_t n = 0; n + 1 < across.size(); n += 2) {
      const int from = first_pixel(across[n], raster.lower.x, raster.upper.x, raster.width);
      const int to = first_pixel(across[n + 1], raster.lower.x, raster.upper.x, raster.width);
      for (int column = from; column < to; ++column) visit(row * raster.width + column);
    }
  }
}

} // namespace nopal::slices
