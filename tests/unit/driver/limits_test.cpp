#include "driver/setup/limits.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace nopal {
namespace {

Domain line(double courant, double start = 0) {
  DomainSpec spec;
  spec.dimension = 1;
  spec.cells = {10, 1, 1};
  spec.courant = courant;
  spec.start_time = start;
  return Domain(spec);
}

TEST(Limits, FinalTimeOnAStepIsNotOvershot) {
  // dt = 0.01. Neither 0.29 nor 29 * 0.01 is exact; one more iteration would be wrong.
  EXPECT_EQ(iterations_until(0.29, line(0.1)), 29);
  EXPECT_EQ(iterations_until(0.3, line(0.1)), 30);
}

TEST(Limits, FinalTimeBetweenStepsIsPassed) {
  EXPECT_EQ(iterations_until(0.295, line(0.1)), 30);
  EXPECT_EQ(iterations_until(0.0001, line(0.1)), 1);
}

TEST(Limits, FinalTimeNotAfterTheStartNeedsNoStep) {
  EXPECT_EQ(iterations_until(1.0, line(0.1, 1.0)), 0);
  EXPECT_EQ(iterations_until(0.5, line(0.1, 1.0)), 0);
}

TEST(Limits, InfiniteFinalTimeIsNoLimit) {
  EXPECT_EQ(iterations_until(std::numeric_limits<double>::infinity(), line(0.1)), -1);
}

} // namespace
} // namespace nopal
