#include "io/slices/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace nopal::slices;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Extremes of(const std::vector<double>& values) {
  Extremes extremes;
  for (const double value : values) extremes.add(value);
  return extremes;
}

Scale automatic(ScaleKind kind, const std::vector<double>& values) { return {kind, std::nullopt, of(values)}; }

} // namespace

TEST(SlicesExtremes, AreOfFiniteValues) {
  const Extremes extremes = of({3, -2, NAN, 0.5, infinity, -infinity, 0});
  EXPECT_EQ(extremes.min, -2);
  EXPECT_EQ(extremes.max, 3);
  EXPECT_EQ(extremes.min_positive, 0.5);
  EXPECT_EQ(extremes.not_finite, 3);
  EXPECT_EQ(extremes.not_positive, 2);
  EXPECT_FALSE(of({NAN}).any_finite());
  EXPECT_FALSE(std::signbit(of({-0.0}).min));
}

TEST(SlicesScale, HasEndsAtTheExtremes) {
  const Scale scale = automatic(ScaleKind::linear, {-1, 0.25, 3});
  EXPECT_EQ(scale.low(), -1);
  EXPECT_EQ(scale.high(), 3);
  EXPECT_EQ(scale.position(1), 0.5);
  EXPECT_EQ(scale.shade(-1), 0);
  EXPECT_EQ(scale.shade(1), 128);
  EXPECT_EQ(scale.shade(0.9999), 127);
  EXPECT_EQ(scale.shade(3), 255);
}

TEST(SlicesScale, AFixedRangeHoldsWhateverTheValuesAre) {
  const Scale scale(ScaleKind::linear, {{0, 10}}, of({-5, 500}));
  EXPECT_EQ(scale.shade(-5), 0);
  EXPECT_EQ(scale.shade(5), 128);
  EXPECT_EQ(scale.shade(500), 255);
}

TEST(SlicesScale, SymmetricOnesHaveZeroInTheMiddle) {
  const Scale scale = automatic(ScaleKind::symmetric, {-1, 4});
  EXPECT_EQ(scale.low(), -4);
  EXPECT_EQ(scale.high(), 4);
  EXPECT_EQ(scale.shade(0), 128);
  EXPECT_EQ(automatic(ScaleKind::symmetric, {0}).high(), 1);
}

TEST(SlicesScale, LogarithmicOnesTakeEachPowerAlike) {
  const Scale scale = automatic(ScaleKind::logarithmic, {0.01, 100, 0, -7});
  EXPECT_EQ(scale.low(), 0.01);
  EXPECT_DOUBLE_EQ(scale.position(0.1), 0.25);
  EXPECT_DOUBLE_EQ(scale.position(1), 0.5);
  EXPECT_EQ(scale.shade(0), not_positive);
  EXPECT_EQ(scale.shade(-7), not_positive);
  EXPECT_EQ(scale.shade(-infinity), not_finite);
}

TEST(SlicesScale, ValuesThatAreAllTheSameLieInTheMiddle) {
  for (const double value : {0.3, -2e10, 0.0, 1e-310, 1e308})
    for (const ScaleKind kind : {ScaleKind::linear, ScaleKind::logarithmic}) {
      if (kind == ScaleKind::logarithmic && value <= 0) continue;
      const Scale scale = automatic(kind, {value, value});
      EXPECT_LT(scale.low(), value);
      EXPECT_GT(scale.high(), value);
      EXPECT_TRUE(std::isfinite(scale.high()));
      if (std::abs(value) < 1e307) {
        EXPECT_NEAR(scale.position(value), 0.5, 0.01) << value;
      }
    }
}

TEST(SlicesScale, WithoutValuesItIsAny) {
  for (const ScaleKind kind : {ScaleKind::linear, ScaleKind::logarithmic, ScaleKind::symmetric}) {
    const Scale scale = automatic(kind, {NAN, infinity});
    EXPECT_LT(scale.low(), scale.high());
    EXPECT_EQ(scale.shade(NAN), not_finite);
  }
}

TEST(SlicesScale, ExtremeRangesDoNotOverflow) {
  constexpr double largest = std::numeric_limits<double>::max();
  const Scale linear = automatic(ScaleKind::linear, {-largest, largest});
  EXPECT_EQ(linear.position(0), 0.5);
  EXPECT_EQ(linear.position(largest / 2), 0.75);
  const Scale logarithmic = automatic(ScaleKind::logarithmic, {1e-300, 1e300});
  EXPECT_NEAR(logarithmic.position(1), 0.5, 1e-12);
  const Scale narrow = automatic(ScaleKind::logarithmic, {1, 1 + 4e-16});
  EXPECT_NEAR(narrow.position(1 + 2e-16), 0.5, 1e-12);
}
