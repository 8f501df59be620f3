#include "core/reductions/exact_sum.hpp"
#include "core/variables/poison_word.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace nopal {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double denormal = std::numeric_limits<double>::denorm_min();

double one_by_one(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

double in_blocks(const std::vector<double>& values) {
  ExactSum sum;
  sum.add(std::span(values));
  return sum.value();
}

/// Computes the correctly rounded sum in another way, like Python's math.fsum: with expansions of doubles that do not
/// overlap (Shewchuk). Partial sums must not overflow.
double expansion_sum(const std::vector<double>& values) {
  std::vector<double> parts;
  for (double x : values) {
    std::size_t kept = 0;
    for (double y : parts) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      const double high = x + y;
      const double low = y - (high - x);
      if (low != 0) parts[kept++] = low;
      x = high;
    }
    parts.resize(kept);
    parts.push_back(x);
  }
  if (parts.empty()) return 0;
  std::size_t n = parts.size() - 1;
  double high = parts[n], low = 0;
  while (n > 0) {
    const double x = high, y = parts[--n];
    high = x + y;
    low = y - (high - x);
    if (low != 0) break;
  }
  if (n > 0 && ((low < 0 && parts[n - 1] < 0) || (low > 0 && parts[n - 1] > 0))) {
    const double y = low * 2, x = high + y;
    if (y == x - high) high = x;
  }
  return high;
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(ExactSum, SimpleSums) {
  EXPECT_EQ(bits(one_by_one({})), bits(0.0));
  EXPECT_EQ(bits(one_by_one({-0.0})), bits(0.0));
  EXPECT_EQ(one_by_one({0.1, 0.2}), 0.1 + 0.2);
  EXPECT_EQ(one_by_one({1, 2, -3.5}), -0.5);
  EXPECT_EQ(one_by_one(std::vector<double>(10, 0.1)), 1.0);
}

TEST(ExactSum, SurvivesCancellation) {
  EXPECT_EQ(one_by_one({1e308, 1, -1e308}), 1.0);
  EXPECT_EQ(one_by_one({1, 1e100, 1, -1e100}), 2.0);
  EXPECT_EQ(one_by_one({largest, largest, -largest, -largest, denormal}), denormal);
  EXPECT_EQ(one_by_one({-largest, -largest, largest, 3}), -largest);
  EXPECT_EQ(bits(one_by_one({1e-300, -1e-300})), bits(0.0));
}

TEST(ExactSum, RoundsToNearestEven) {
  const double ulp = 0x1p-52;
  EXPECT_EQ(one_by_one({1, ulp / 2}), 1.0);
  EXPECT_EQ(one_by_one({1 + ulp, ulp / 2}), 1 + 2 * ulp);
  EXPECT_EQ(one_by_one({1, ulp / 2, denormal}), 1 + ulp);
  EXPECT_EQ(one_by_one({1, ulp / 2, -denormal}), 1.0);
  EXPECT_EQ(one_by_one({-1, -ulp / 2, -denormal}), -1 - ulp);
  EXPECT_EQ(one_by_one({2 - ulp, ulp / 2}), 2.0);
  // The loop tries every position of the rounding bit within a digit.
  for (int e = -1021; e < 960; ++e) {
    const double one = std::ldexp(1.0, e), half = std::ldexp(1.0, e - 53);
    ASSERT_EQ(one_by_one({one, half}), one) << e;
    ASSERT_EQ(one_by_one({one, half, half / 4}), half < 0x1p-1072 ? one : one + 2 * half) << e;
    ASSERT_EQ(one_by_one({one, 2 * half, half}), one + 4 * half) << e;
  }
}

TEST(ExactSum, DenormalsAndTheEndsOfTheRange) {
  EXPECT_EQ(one_by_one({denormal}), denormal);
  EXPECT_EQ(one_by_one({denormal, denormal, denormal}), 3 * denormal);
  EXPECT_EQ(one_by_one({-denormal, 0x1p-1022}), 0x1p-1022 - denormal);
  EXPECT_EQ(one_by_one({0x1p-1022 - denormal, denormal}), 0x1p-1022);
  EXPECT_EQ(one_by_one({largest}), largest);
  EXPECT_EQ(one_by_one({largest, largest}), infinity);
  EXPECT_EQ(one_by_one({-largest, -largest}), -infinity);
  const double half_ulp = 0x1p+970;
  EXPECT_EQ(one_by_one({largest, half_ulp}), infinity);
  EXPECT_EQ(one_by_one({largest, half_ulp, -denormal}), largest);
}

TEST(ExactSum, NanAndInfinitiesWin) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(one_by_one({1, nan, 2})));
  EXPECT_TRUE(std::isnan(one_by_one({infinity, -infinity})));
  EXPECT_EQ(one_by_one({infinity, 1, -largest}), infinity);
  EXPECT_EQ(one_by_one({-infinity, 1}), -infinity);
  for (const double special : {nan, infinity, -infinity})
    for (const double fill : {0.0, 1.0, 1e-300, 1e300})
      for (const std::size_t at : {0u, 100u, 511u, 512u, 999u}) {
        std::vector<double> values(1000, fill);
        values[at] = special;
        const double sum = in_blocks(values);
        if (std::isnan(special)) {
          ASSERT_TRUE(std::isnan(sum)) << fill << " at " << at;
        } else {
          ASSERT_EQ(sum, special) << fill << " at " << at;
        }
      }
}

TEST(ExactSum, PoisonStaysPoison) {
  const double poison = std::bit_cast<double>(poison_bits({PoisonKind::invalid, Region::ghosts, true, 4}));
  const auto is_poisoned = [](double sum) { return is_poison(std::bit_cast<std::uint64_t>(sum)); };
  EXPECT_TRUE(is_poisoned(one_by_one({1, -poison, 2})));
  std::vector<double> values(1000, 0.5);
  values[700] = poison;
  values[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_poisoned(in_blocks(values)));
  ExactSum sum, other;
  other.add(std::span(values));
  sum.add(other);
  EXPECT_TRUE(is_poisoned(ExactSum::from_digits(sum.normalized()).value()));
  EXPECT_FALSE(is_poisoned(one_by_one({1, values[3]})));
}

/// Returns numbers of one of several kinds: similar, widely spread, denormal, with much cancellation.
std::vector<double> sample(std::mt19937_64& random, int kind, std::size_t n) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto exponent = [&](int first, int last) { return std::uniform_int_distribution<int>(first, last)(random); };
  constexpr int exponents[][2] = {{0, 0}, {-30, 30}, {-1074, 960}, {-1074, -1015}, {-810, -790}, {-60, 60}};
  std::vector<double> values;
  while (values.size() < n) {
    values.push_back(std::ldexp(uniform(random), exponent(exponents[kind][0], exponents[kind][1])));
    if (kind == 5) values.push_back(-values.back() * (1 + std::ldexp(1.0, exponent(-52, -40))));
  }
  std::shuffle(values.begin(), values.end(), random);
  return values;
}

TEST(ExactSum, AgreesWithAnotherExactMethodInAnyOrder) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 600; ++trial) {
    std::vector<double> values = sample(random, trial % 6, 1 + random() % 1500);
    const double expected = expansion_sum(values);
    ASSERT_EQ(bits(one_by_one(values) + 0.0), bits(expected + 0.0)) << trial;
    ASSERT_EQ(bits(in_blocks(values)), bits(one_by_one(values))) << trial;
    std::shuffle(values.begin(), values.end(), random);
    ASSERT_EQ(bits(in_blocks(values) + 0.0), bits(expected + 0.0)) << trial;
  }
}

TEST(ExactSum, MergesInAnyGrouping) {
  std::mt19937_64 random(6);
  const std::vector<double> values = sample(random, 2, 4000);
  const double expected = one_by_one(values);
  for (const std::size_t parts : {2u, 3u, 64u, 4000u}) {
    std::vector<ExactSum> sums(parts);
    for (std::size_t n = 0; n < values.size(); ++n) sums[random() % parts].add(values[n]);
    std::shuffle(sums.begin(), sums.end(), random);
    ExactSum merged;
    ExactSum::Digits digits{};
    for (const ExactSum& sum : sums) {
      merged.add(sum);
      const ExactSum::Digits more = sum.normalized();
      for (std::size_t d = 0; d < digits.size(); ++d) digits[d] += more[d];
    }
    EXPECT_EQ(bits(merged.value()), bits(expected));
    EXPECT_EQ(bits(ExactSum::from_digits(digits).value()), bits(expected));
    EXPECT_EQ(merged.normalized(), ExactSum::from_digits(digits).normalized());
  }
}

TEST(ExactSum, NormalizedDigitsDependOnTheSumAlone) {
  ExactSum a, b;
  for (const double x : {5.0, -3e20, 1e-9, 3e20}) a.add(x);
  for (const double x : {1e-9, 2.0, 3.0}) b.add(x);
  EXPECT_EQ(a.normalized(), b.normalized());
  for (int d = 0; d + 1 < ExactSum::n_digits; ++d) {
    EXPECT_GE(a.normalized()[d], 0);
    EXPECT_LT(a.normalized()[d], std::int64_t{1} << 32);
  }
}

TEST(ExactSum, NanSurvivesDigits) {
  ExactSum sum;
  sum.add(infinity);
  EXPECT_EQ(ExactSum::from_digits(sum.normalized()).value(), infinity);
  ExactSum other;
  other.add(-infinity);
  sum.add(other);
  EXPECT_TRUE(std::isnan(ExactSum::from_digits(sum.normalized()).value()));
}

TEST(ExactSum, IntegersOf64BitsAreExact) {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  ExactSum sum;
  sum.add_integer(most);
  sum.add_integer(-(most - 3));
  EXPECT_EQ(sum.value(), 3.0);
  sum.add_integer(least);
  sum.add_integer(most);
  EXPECT_EQ(sum.value(), 2.0);
}

TEST(ExactSum, SumsOfIntegersBeyond64Bits) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    ExactSum sum;
    Int128 expected = 0;
    for (int n = 0; n < 60; ++n) {
      const auto value = static_cast<std::int64_t>(random()) >> (trial % 3 == 0 ? random() % 64 : 0);
      const std::int64_t addend = trial % 5 == 1 ? -std::abs(value) : trial % 5 == 2 ? std::abs(value) : value;
      sum.add_integer(addend);
      expected += addend;
      ASSERT_TRUE(sum.integer() == expected) << to_string(sum.integer()) << ' ' << to_string(expected);
    }
    ASSERT_TRUE(ExactSum::from_digits(sum.normalized()).integer() == expected);
  }
  ExactSum doubled;
  doubled.add_integer(std::numeric_limits<std::int64_t>::min());
  for (int n = 0; n < 50; ++n) doubled.add(ExactSum(doubled));
  EXPECT_EQ(to_string(doubled.integer()), "-10384593717069655257060992658440192"); // -2^113
  EXPECT_EQ(to_string(ExactSum().integer()), "0");
}

TEST(ExactSum, CarriesInTime) {
  // Each merge of a sum with itself doubles it. The same additions one by one would take hours.
  ExactSum sum;
  sum.add(largest);
  sum.add(-0x1.fffffffffffffp-1000);
  for (int n = 0; n < 50; ++n) sum.add(ExactSum(sum));
  EXPECT_EQ(sum.value(), infinity);
  ExactSum back;
  back.add(-largest);
  for (int n = 0; n < 50; ++n) back.add(ExactSum(back));
  sum.add(back);
  EXPECT_EQ(sum.value(), -0x1.fffffffffffffp-950);
}

} // namespace
} // namespace nopal
