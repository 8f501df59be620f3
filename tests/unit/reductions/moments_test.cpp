#include "core/reductions/moments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace nopal {
namespace {

constexpr MomentsWanted everything{true, true, true, true};

TEST(Moments, CountTheBoxAlone) {
  for (const long width : {1L, 7L, 40L, 512L, 513L, 1300L}) {
    const Layout layout = grid_layout({{-1, -1, 0}, {width + 2, 5, 4}}, 0, 3);
    std::vector<double> slot(static_cast<std::size_t>(layout.size), std::nan(""));
    const Box box{{0, 1, 1}, {width, 4, 3}};
    double sum = 0, magnitudes = 0, squares = 0;
    for (long k = 1; k < 3; ++k)
      for (long j = 1; j < 4; ++j)
        for (long i = 0; i < width; ++i) {
          const auto x = static_cast<double>((i * 37 + j * 11 + k) % 101 - 50); // whole numbers: all sums are exact
          slot[static_cast<std::size_t>(layout.index(i, j, k))] = x;
          sum += x;
          magnitudes += std::fabs(x);
          squares += x * x;
        }
    const Moments result =
        moments(reinterpret_cast<const std::byte*>(slot.data()), layout, Type::real, box, everything);
    EXPECT_EQ(result.sum.value(), sum);
    EXPECT_EQ(result.magnitudes.value(), magnitudes);
    EXPECT_EQ(result.squares.value(), squares);
    EXPECT_FALSE(result.nan);
  }
}

TEST(Moments, OfNothing) {
  const Layout layout = array_layout({3, 1, 1});
  const std::int64_t values[] = {4, -9, 2};
  const auto* slot = reinterpret_cast<const std::byte*>(values);
  EXPECT_EQ(moments(slot, layout, Type::integer, Box{}, everything).sum.value(), 0);
  const Moments all = moments(slot, layout, Type::integer, layout.box, everything);
  EXPECT_EQ(all.min, -9);
  EXPECT_EQ(all.max, 4);
  EXPECT_EQ(all.sum.value(), -3);
  EXPECT_EQ(all.magnitudes.value(), 15);
}

} // namespace
} // namespace nopal
