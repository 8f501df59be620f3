#pragma once
// Which pixels lie in a polygon.

#include <functional>
#include <span>
#include <vector>

namespace nopal::slices {

struct Corner {
  double x = 0;
  double y = 0;
};

/// A rectangle of the plane, and the pixels that fill it.
struct Raster {
  Corner lower;
  Corner upper;
  int width = 1; ///< pixels
  int height = 1;
};

/// Whether the smallest rectangle around the corners, which are finite, meets that of the raster.
bool meets(const Raster& raster, std::span<const Corner> corners);

/// Calls `visit(pixel)` for each pixel whose middle lies in the polygon. The corners are finite and in order around it.
/// Pixels are numbered from the lower left one, to the right fastest. Of two polygons with a common side exactly one
/// has a middle on it.
void for_each_pixel(const Raster& raster, std::span<const Corner> corners, const std::function<void(int)>& visit);

} // namespace nopal::slices
