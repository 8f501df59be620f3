#include "core/reductions/moments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
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

TEST(Moments, ExtremesTellOfASingleValueThatIsNotFinite) {
  constexpr long width = 1300;
  const Layout layout = grid_layout({{0, 0, 0}, {width, 3, 2}}, 0, 3);
  const auto of = [&](const std::vector<double>& slot) {
    return moments(reinterpret_cast<const std::byte*>(slot.data()), layout, Type::real, layout.box, {.extremes = true});
  };
  std::vector<double> slot(static_cast<std::size_t>(layout.size), -1.5);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), -std::nan(""), infinity, -infinity})
    for (const long i : {0L, 1L, 2L, 3L, 7L, 510L, 511L, 512L, 513L, 1023L, 1024L, 1298L, 1299L}) {
      double& value = slot[static_cast<std::size_t>(layout.index(i, 2, 1))];
      EXPECT_FALSE(of(slot).nan);
      value = bad;
      const Moments found = of(slot);
      EXPECT_EQ(found.nan, std::isnan(bad)) << i;
      EXPECT_EQ(found.max, bad == infinity ? infinity : -1.5) << i;
      EXPECT_EQ(found.min, bad == -infinity ? -infinity : -1.5) << i;
      value = -1.5;
    }
}

TEST(Moments, OfNothing) {
  const Layout layout = array_layout({3, 1, 1});
  const std::int64_t values[] = {4, -9, 2};
  const auto* slot = reinterpret_cast<const std::byte*>(values);
  const Moments none = moments(slot, layout, Type::integer, Box{}, everything);
  EXPECT_EQ(none.sum.value(), 0);
  EXPECT_GT(none.least, none.largest);
  const Moments all = moments(slot, layout, Type::integer, layout.box, everything);
  EXPECT_EQ(all.least, -9);
  EXPECT_EQ(all.largest, 4);
  EXPECT_EQ(all.sum.value(), -3);
  EXPECT_EQ(all.magnitudes.value(), 15);
}

TEST(Moments, ExtremesOfIntegersAreNotRounded) {
  constexpr std::int64_t first = (std::int64_t{1} << 53) + 1; // no double
  for (const long width : {1L, 7L, 512L, 1300L}) {
    const Layout layout = grid_layout({{0, 0, 0}, {width, 2, 1}}, 0, 3);
    std::vector<std::int64_t> slot(static_cast<std::size_t>(layout.size), std::numeric_limits<std::int64_t>::max());
    for (long j = 0; j < 2; ++j)
      for (long i = 0; i < width; ++i) slot[static_cast<std::size_t>(layout.index(i, j, 0))] = first + 2 * (i + j);
    const Moments found =
        moments(reinterpret_cast<const std::byte*>(slot.data()), layout, Type::integer, layout.box, everything);
    EXPECT_EQ(found.least, first);
    EXPECT_EQ(found.largest, first + 2 * width);
  }
}

} // namespace
} // namespace nopal
