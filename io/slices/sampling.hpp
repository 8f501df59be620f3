#pragma once
// Which points of a plane its pixels show.

#include <vector>

namespace nopal::slices {

/// Along one axis: the points 0..n-1, each with its surroundings of half a spacing to both sides, fill the pixels
/// 0..pixels-1. A pixel shows the point that is nearest to its middle.
class Sampling {
public:
  Sampling(long n, long pixels);

  /// Points that are shown, in ascending order; no more than there are pixels.
  const std::vector<long>& points() const { return points_; }
  /// Position in points() of the one that a pixel shows.
  long shown(long pixel) const { return magnified() ? nearest(pixel) : pixel; }

private:
  bool magnified() const { return n_ <= pixels_; }
  /// Exact: the pixel's middle lies at (pixel + 1/2) n / pixels - 1/2.
  long nearest(long pixel) const { return (2 * pixel + 1) * n_ / (2 * pixels_); }

  long n_;
  long pixels_;
  std::vector<long> points_;
};

} // namespace nopal::slices
