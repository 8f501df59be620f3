#include "io/slices/layout.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace nopal::slices;

namespace {

void expect_within(const Rectangle& area, int width, int height) {
  EXPECT_GT(area.width, 0);
  EXPECT_GT(area.height, 0);
  EXPECT_GT(area.left, 0);
  EXPECT_GT(area.top, 0);
  EXPECT_LT(area.right(), width);
  EXPECT_LT(area.bottom(), height);
}

} // namespace

TEST(SlicesLayout, HasEverythingInThePicture) {
  for (const auto& [width, height] : {std::pair{320, 240}, {800, 640}, {320, 8192}, {8192, 240}, {8192, 8192}})
    for (const double length : {1e-12, 0.01, 1.0, 100.0, 1e12})
      for (const bool equal : {false, true}) {
        SCOPED_TRACE(testing::Message() << width << " x " << height << ' ' << length << ' ' << equal);
        const PageLayout page = lay_out(width, height, length, 1.0, equal);
        expect_within(page.plot, width, height);
        expect_within(page.bar, width, height);
        EXPECT_GT(page.bar.left, page.plot.right());
        EXPECT_GE(page.plot.width, 20);
        EXPECT_GE(page.plot.height, 20);
      }
}

TEST(SlicesLayout, IsToScaleWhereThatCanBe) {
  for (const double length : {0.3, 1.0, 2.0, 4.0}) {
    const PageLayout page = lay_out(800, 640, length, 1.0, true);
    EXPECT_TRUE(page.to_scale);
    EXPECT_NEAR(page.plot.width, length * page.plot.height, 1 + length) << length;
  }
  EXPECT_FALSE(lay_out(800, 640, 1.0, 100.0, true).to_scale);
  EXPECT_FALSE(lay_out(800, 640, 100.0, 1.0, true).to_scale);
}

TEST(SlicesLayout, FillsThePictureWhereThatIsAskedFor) {
  const PageLayout narrow = lay_out(800, 640, 1.0, 100.0, false);
  const PageLayout wide = lay_out(800, 640, 100.0, 1.0, false);
  EXPECT_EQ(narrow.plot.width, wide.plot.width);
  EXPECT_EQ(narrow.plot.height, wide.plot.height);
  EXPECT_FALSE(narrow.to_scale);
}
