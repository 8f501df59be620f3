#include "io/slices/ticks.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

using namespace nopal::slices;
using testing::ElementsAre;
using testing::SizeIs;

namespace {

std::vector<double> values(const Ticks& ticks) {
  std::vector<double> values;
  for (const Tick& tick : ticks.ticks) values.push_back(tick.value);
  return values;
}

std::vector<std::string> labels(const Ticks& ticks) {
  std::vector<std::string> labels;
  for (const Tick& tick : ticks.ticks) labels.push_back(tick.label);
  return labels;
}

} // namespace

TEST(LinearTicks, AreRoundNumbersInTheRange) {
  EXPECT_THAT(values(linear_ticks(0, 1, 5)), ElementsAre(0, 0.2, 0.4, 0.6, 0.8, 1));
  EXPECT_THAT(values(linear_ticks(-0.51, 0.49, 5)), ElementsAre(-0.4, -0.2, 0, 0.2, 0.4));
  EXPECT_THAT(values(linear_ticks(-0.3, 7, 2)), ElementsAre(0, 5));
  EXPECT_THAT(values(linear_ticks(3, 97, 4)), ElementsAre(20, 40, 60, 80)); // 50 alone would be only one tick
}

TEST(LinearTicks, AreTheNearestDoubles) {
  // 3 * 0.1 is not 0.3.
  EXPECT_THAT(values(linear_ticks(0, 0.5, 5)), ElementsAre(0, 0.1, 0.2, 0.3, 0.4, 0.5));
}

TEST(LinearTicks, HaveLabelsOfAlikeLength) {
  EXPECT_THAT(labels(linear_ticks(-1, 1, 5)), ElementsAre("−1.0", "−0.5", "0.0", "0.5", "1.0"));
  EXPECT_THAT(labels(linear_ticks(0, 12345, 5)), ElementsAre("0", "5000", "10000"));
  EXPECT_THAT(labels(linear_ticks(0.27, 0.33, 5)), ElementsAre("0.28", "0.30", "0.32"));
}

TEST(LinearTicks, LargeAndSmallNumbersShareAPowerOfTen) {
  const Ticks small = linear_ticks(1e-9, 3e-9, 5);
  EXPECT_THAT(labels(small), ElementsAre("1.0", "1.5", "2.0", "2.5", "3.0"));
  EXPECT_EQ(small.power, -9);
  EXPECT_EQ(axis_title("phi", "kg", small), "phi (×10⁻⁹ kg)");
  EXPECT_THAT(labels(linear_ticks(0, 1e5, 5)), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_EQ(axis_title("phi", "", linear_ticks(0, 1e5, 5)), "phi (×10⁵)");
}

TEST(LinearTicks, NumbersThatDifferLateAreWrittenAsDifferences) {
  const Ticks ticks = linear_ticks(1000000, 1000000.001, 5);
  EXPECT_THAT(labels(ticks), ElementsAre("0.0000", "0.0005", "0.0010"));
  EXPECT_EQ(axis_title("x", "", ticks), "x − 1000000");
  EXPECT_EQ(axis_title("x", "", linear_ticks(-1000000.001, -1000000, 5)), "x + 1000000");
  EXPECT_EQ(axis_title("x", "m", linear_ticks(1.00000001, 1.00000002, 2)), "x − 1 (×10⁻⁸ m)");
}

TEST(LinearTicks, RangesThatAreTooNarrowShowTheirEnds) {
  const Ticks ticks = linear_ticks(1, std::nextafter(1.0, 2.0), 5);
  EXPECT_THAT(labels(ticks), ElementsAre("0.00", "2.22"));
  EXPECT_EQ(axis_title("phi", "kg", ticks), "phi − 1 (×10⁻¹⁶ kg)");
  const Ticks below = linear_ticks(std::nextafter(1.0, 0.0), 1, 5);
  EXPECT_THAT(labels(below), ElementsAre("0.00", "1.11"));
  EXPECT_EQ(below.base, "0.9999999999999999"); // as many digits as needed
  EXPECT_THAT(values(below), ElementsAre(std::nextafter(1.0, 0.0), 1));
}

TEST(LinearTicks, ExtremeRangesHaveSome) {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  for (const auto& [low, high] :
       {std::pair{-largest, largest}, {0.0, smallest}, {0.0, 1e-320}, {largest / 2, largest}, {-1e-300, 1e300}})
    for (int about = 2; about <= 12; ++about) {
      const auto found = values(linear_ticks(low, high, about));
      ASSERT_GE(found.size(), 2U) << low << ' ' << high << ' ' << about;
      ASSERT_LE(found.size(), 14U) << low << ' ' << high << ' ' << about;
      for (std::size_t t = 0; t < found.size(); ++t) {
        EXPECT_GE(found[t], low);
        EXPECT_LE(found[t], high);
        if (t > 0) {
          EXPECT_GT(found[t], found[t - 1]);
        }
      }
    }
}

TEST(LogarithmicTicks, ArePowersOfTenWithMinorOnes) {
  const Ticks ticks = logarithmic_ticks(0.5, 150, 8);
  EXPECT_THAT(labels(ticks), ElementsAre("10⁰", "10¹", "10²"));
  EXPECT_THAT(ticks.minor, SizeIs(5 + 8 + 8)); // 0.5 to 0.9, 2 to 9, 20 to 90; 200 is too much
}

TEST(LogarithmicTicks, ManyPowersAreThinnedOut) {
  EXPECT_THAT(labels(logarithmic_ticks(1e-12, 1, 4)), ElementsAre("10⁻¹⁰", "10⁻⁵", "10⁰"));
  EXPECT_THAT(labels(logarithmic_ticks(1e-300, 1e300, 4)), ElementsAre("10⁻²⁰⁰", "10⁰", "10²⁰⁰"));
  for (int about = 2; about < 12; ++about) EXPECT_GE(logarithmic_ticks(1e-9, 0.2, about).ticks.size(), 2U) << about;
}

TEST(LogarithmicTicks, FewPowersHaveNumbersBetween) {
  EXPECT_THAT(labels(logarithmic_ticks(1, 10, 5)), ElementsAre("1", "2", "5", "10"));
  EXPECT_THAT(labels(logarithmic_ticks(0.2, 30, 5)), ElementsAre("0.2", "0.5", "1.0", "2.0", "5.0", "10.0", "20.0"));
  EXPECT_THAT(labels(logarithmic_ticks(0.9, 1.1, 5)), ElementsAre("0.90", "0.95", "1.00", "1.05", "1.10"));
}
