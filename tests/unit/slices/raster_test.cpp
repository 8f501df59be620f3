// Tests which pixels lie in a polygon.

#include "io/slices/raster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

using namespace nopal::slices;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// Four by three pixels with sides of 1.
constexpr Raster area{{0, 0}, {4, 3}, 4, 3};

std::vector<int> pixels(const std::vector<Corner>& corners, const Raster& raster = area) {
  std::vector<int> found;
  for_each_pixel(raster, corners, [&](int pixel) { found.push_back(pixel); });
  return found;
}

} // namespace

TEST(Raster, MiddlesInsideFromTheLowerLeft) {
  EXPECT_THAT(pixels({{0.4, 0.4}, {2.6, 0.4}, {2.6, 1.6}, {0.4, 1.6}}), ElementsAre(0, 1, 2, 4, 5, 6));
  EXPECT_THAT(pixels({{0.4, 1.6}, {2.6, 1.6}, {2.6, 0.4}, {0.4, 0.4}}), ElementsAre(0, 1, 2, 4, 5, 6)); // the other way
  EXPECT_THAT(pixels({{0, 0}, {4, 0}, {0, 3}}), ElementsAre(0, 1, 2, 4, 5, 8));
}

TEST(Raster, PolygonsBeyondTheAreaAreCut) {
  EXPECT_THAT(pixels({{2, 1}, {1e9, 1}, {1e9, 1e9}, {2, 1e9}}), ElementsAre(6, 7, 10, 11));
  EXPECT_THAT(pixels({{5, 0}, {6, 0}, {6, 3}}), IsEmpty());
  EXPECT_FALSE(meets(area, std::vector<Corner>{{5, 0}, {6, 0}, {6, 3}}));
  EXPECT_TRUE(meets(area, std::vector<Corner>{{4, 0}, {6, 0}, {6, 3}}));
}

TEST(Raster, NothingLiesInLinesAndInPolygonsWithoutCorners) {
  EXPECT_THAT(pixels({{0.5, 0.5}, {3.5, 2.5}}), IsEmpty());
  EXPECT_THAT(pixels({{0.5, 0.5}}), IsEmpty());
  EXPECT_THAT(pixels({}), IsEmpty());
}

TEST(Raster, APolygonMayHaveANotch) {
  EXPECT_THAT(pixels({{0, 0}, {4, 0}, {4, 3}, {3, 3}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}),
              ElementsAre(0, 1, 2, 3, 4, 7, 8, 11));
}

TEST(Raster, EachPixelLiesInOnePieceOfAFan) {
  const Raster fine{{-1, -1}, {1, 1}, 64, 64};
  std::vector<int> times(64 * 64);
  const std::vector<Corner> around{{-1, -1}, {0, -1}, {1, -1}, {1, 0.3}, {1, 1}, {-0.7, 1}, {-1, 1}};
  const Corner centre{0.1 / 3, 1.0 / 64}; // as high as the middles of a row
  for (std::size_t n = 0; n < around.size(); ++n)
    for_each_pixel(fine, std::vector<Corner>{centre, around[n], around[(n + 1) % around.size()]},
                   [&](int pixel) { ++times[static_cast<std::size_t>(pixel)]; });
  EXPECT_THAT(times, Each(1));
}

TEST(Raster, SidesLongerThanTheLargestNumber) {
  constexpr double far = std::numeric_limits<double>::max();
  EXPECT_THAT(pixels({{-far, -far}, {far, -far}, {far, far}, {-far, far}}), Each(testing::Lt(12)));
}
