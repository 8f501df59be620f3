#include "io/common/finite.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace nopal::common {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
const double nan_value = std::nan("");

using Found = std::optional<std::size_t>;

} // namespace

TEST(Finite, TheFirstOfAnyNumberOfValues) {
  for (const std::size_t size : {0, 1, 63, 64, 65, 128, 200}) {
    const std::vector<double> finite(size, -largest);
    EXPECT_EQ(first_not_finite(finite), Found()) << size;
    for (std::size_t n = 0; n < size; ++n)
      for (const double value : {nan_value, -nan_value, infinity, -infinity}) {
        std::vector<double> values = finite;
        values[n] = value;
        values.back() = infinity;
        EXPECT_EQ(first_not_finite(values), n) << size;
      }
  }
}

TEST(Finite, ValuesThatAreFiniteWhateverTheirBits) {
  for (const double value : {0.0, -0.0, std::numeric_limits<double>::denorm_min(), largest, -largest, 1.0})
    EXPECT_EQ(first_not_finite(std::vector(64, value)), Found()) << value;
}

TEST(Finite, FloatsAreInfiniteFromTheirRoundingOn) {
  const double first = 0x1.ffffffp+127; // half a unit beyond the largest float
  for (const double value :
       {first, -first, std::nextafter(first, 0.0), 1e-300, 0x1p128, largest, infinity, nan_value}) {
    const bool is_finite = std::isfinite(static_cast<float>(value));
    EXPECT_EQ(first_not_finite(std::span(&value, 1), Precision::single), is_finite ? Found() : Found(0)) << value;
  }
}

TEST(Finite, ValuesAsText) {
  EXPECT_EQ(value_text(std::vector{-nan_value}), "nan");
  EXPECT_EQ(value_text(std::vector{-infinity}), "-inf");
  EXPECT_EQ(value_text(std::vector{0.5, nan_value}), "0.5 + nan i");
}

TEST(Finite, NumbersHaveTheFewestDigits) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number_text(-2.5e-9), "-2.5e-09");
}

} // namespace nopal::common
