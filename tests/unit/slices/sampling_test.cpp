#include "io/slices/sampling.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace nopal::slices;

namespace {

long point_of(const Sampling& sampling, long pixel) { return sampling.points()[sampling.shown(pixel)]; }

} // namespace

TEST(SlicesSampling, EveryPixelShowsTheNearestPoint) {
  for (const long n : {1L, 2L, 3L, 7L, 64L, 100L, 101L, 1000L, 123457L})
    for (const long pixels : {1L, 2L, 5L, 99L, 100L, 560L}) {
      const Sampling sampling(n, pixels);
      ASSERT_LE(static_cast<long>(sampling.points().size()), std::min(n, pixels));
      for (long p = 0; p < pixels; ++p) {
        const double middle =
            (static_cast<double>(p) + 0.5) * static_cast<double>(n) / static_cast<double>(pixels) - 0.5;
        const long point = point_of(sampling, p);
        ASSERT_LE(std::abs(static_cast<double>(point) - middle), 0.5 + 1e-9) << n << ' ' << pixels << ' ' << p;
        ASSERT_GE(point, 0);
        ASSERT_LT(point, n);
      }
    }
}

TEST(SlicesSampling, IsTheSameFromBothSides) {
  const Sampling sampling(7, 100);
  for (long p = 0; p < 100; ++p) {
    if ((2 * p + 1) * 7 % 200 == 0) continue; // halfway between two points
    EXPECT_EQ(point_of(sampling, p), 6 - point_of(sampling, 99 - p)) << p;
  }
}

TEST(SlicesSampling, PointsAreDistinctAndAscend) {
  for (const long n : {10L, 1001L}) {
    const Sampling sampling(n, 500);
    for (std::size_t p = 1; p < sampling.points().size(); ++p)
      ASSERT_LT(sampling.points()[p - 1], sampling.points()[p]);
  }
}

TEST(SlicesSampling, HugeGridsDoNotOverflow) {
  const Sampling sampling(1000000000000L, 8192);
  EXPECT_EQ(point_of(sampling, 0), 61035156);
  EXPECT_EQ(point_of(sampling, 8191), 1000000000000L - 1 - 61035156);
}
