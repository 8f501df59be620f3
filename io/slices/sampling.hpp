#pragma once
// The points of a plane that pixels show.

#include <vector>

namespace nopal::slices {

/// The sampling along one axis. Each of the points 0..n-1 reaches half a spacing to both sides, and together they fill
/// the pixels 0..pixels-1. A pixel shows the point that is nearest to its middle.
class Sampling {
public:
  Sampling(long n, long pixels);

  /// The points that are shown, in ascending order. There are no more of them than pixels.
  const std::vector<long>& points() const { return points_; }
  /// Returns the position in points() of the point that a pixel shows.
  long shown(long pixel) const { return magnified() ? nearest(pixel) : pixel; }

private:
  bool magnified() const { return n_ <= pixels_; }
  /// Computes in integers. The middle of the pixel lies at (pixel + 1/2) n / pixels - 1/2.
  long nearest(long pixel) const { return (2 * pixel + 1) * n_ / (2 * pixels_); }

  long n_;
  long pixels_;
  std::vector<long> points_;
};

} // namespace nopal::slices
