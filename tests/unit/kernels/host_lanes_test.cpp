// Reals of several elements: the bits of each element alone, and their way from memory and back.

#include "core/kernels/host_loop.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <vector>

namespace nopal_dialect {
namespace host_lanes_test {

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
constexpr double samples[] = {0.0, -0.0, 1.0, -1.0, 0.3, -2.75, 1e300, -1e-310, 17.5, infinity, -infinity, nan};
constexpr int n_samples = std::size(samples);

double sample(int n) { return samples[n % n_samples]; }

/// NaN has no bits that must stay.
bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

Lanes four(int first) {
  return Lanes(Lanes::Vector{sample(first), sample(first + 1), sample(first + 2), sample(first + 3)});
}

/// Calls both forms of a function of two reals for all pairs of samples.
template <class OfLanes, class OfReals> void expect_same(const char* what, OfLanes&& of_lanes, OfReals&& of_reals) {
  for (int a = 0; a < n_samples; ++a)
    for (int b = 0; b < n_samples; ++b) {
      const Lanes found = of_lanes(four(a), four(b));
      for (int lane = 0; lane < n_lanes; ++lane) {
        const double p = sample(a + lane), q = sample(b + lane), wanted = of_reals(p, q);
        EXPECT_TRUE(same(found.lanes[lane], wanted)) << what << " " << p << " " << q << ": " << wanted;
      }
    }
}

#define EXPECT_SAME(expression)                                                                                        \
  expect_same(                                                                                                         \
      #expression, []([[maybe_unused]] Lanes a, [[maybe_unused]] Lanes b) -> Lanes { return expression; },             \
      []([[maybe_unused]] double a, [[maybe_unused]] double b) -> double { return expression; })

TEST(HostLanes, ComputeTheBitsOfEachElement) {
  EXPECT_SAME(a + b);
  EXPECT_SAME(a - b);
  EXPECT_SAME(a * b);
  EXPECT_SAME(a / b);
  EXPECT_SAME(-a);
  EXPECT_SAME(+a);
  EXPECT_SAME(2 * a - 1.5 / b);
  EXPECT_SAME(a += b);
  EXPECT_SAME(a -= 3);
  EXPECT_SAME(a *= b);
  EXPECT_SAME(a /= 0.1);
  EXPECT_SAME(-0.0);
  EXPECT_SAME(nan);
}

TEST(HostLanes, TakeTheLesserAndTheGreater) {
  EXPECT_SAME(min(a, b));
  EXPECT_SAME(max(a, b));
  EXPECT_SAME(min(a, 0.0));
  EXPECT_SAME(min(1, b));
  EXPECT_SAME(max(a, -1));
  EXPECT_SAME(max(0.0, b));
}

TEST(HostLanes, HaveAllFunctions) {
#define NOPAL_FUNCTION_OF_1(name) EXPECT_SAME(name(a));
#define NOPAL_FUNCTION_OF_2(name)                                                                                      \
  EXPECT_SAME(name(a, b));                                                                                             \
  EXPECT_SAME(name(a, 0.5));                                                                                           \
  EXPECT_SAME(name(2.0, b));
  NOPAL_DIALECT_FUNCTIONS(NOPAL_FUNCTION_OF_1, NOPAL_FUNCTION_OF_2)
}

/// Values of four elements with some components; all are different.
template <int components> std::vector<double> different(int elements, double first = 0) {
  std::vector<double> values;
  for (int n = 0; n < elements * components; ++n) values.push_back(first + n);
  return values;
}

template <int components> void check_own_elements() {
  const std::vector<double> values = different<components>(n_lanes);
  LanesOfElement<components> dat;
  dat.load(values.data());
  for (int c = 0; c < components; ++c)
    for (int lane = 0; lane < n_lanes; ++lane)
      EXPECT_EQ((LanesAt<Lanes, components>{dat.values}(c).lanes[lane]), values[lane * components + c]);
  std::vector<double> stored(values.size() + 1, nan);
  dat.store(stored.data());
  EXPECT_TRUE(std::isnan(stored.back()));
  stored.pop_back();
  EXPECT_EQ(stored, values);
}

/// Both targets of elements 0 to 3 in a table of arity 3, from target 1 on. Some are the same.
template <int components> void check_targets() {
  const std::int32_t rows[] = {0, 4, 2, 1, 2, 2, 5, 0, 4, 3, 4, 1};
  std::vector<double> values = different<components>(6);
  LanesOfTargets<2, components> dat;
  dat.load(values.data(), rows + 1, 3);
  LanesOfSums<2, components> sums;
  for (int t = 0; t < 2; ++t)
    for (int c = 0; c < components; ++c) {
      const Lanes& found = LanesAt<const Lanes, components>{dat.values}(t, c);
      for (int lane = 0; lane < n_lanes; ++lane)
        EXPECT_EQ(found.lanes[lane], values[rows[3 * lane + 1 + t] * components + c]);
      // Numbers whose sum depends on their order.
      LanesAt<Lanes, components>{sums.values}(t, c) +=
          Lanes(Lanes::Vector{1e16 + c, 1.0 + t, -1e16 + 3 * c, 0.3 * (t + 1)});
    }
  std::vector<double> wanted = values;
  for (int lane = 0; lane < n_lanes; ++lane)
    for (int t = 0; t < 2; ++t)
      for (int c = 0; c < components; ++c)
        wanted[rows[3 * lane + 1 + t] * components + c] += sums.values[t * components + c].lanes[lane];
  sums.turn();
  for (int lane = 0; lane < n_lanes; ++lane) sums.add(values.data(), lane, rows + 3 * lane + 1);
  EXPECT_EQ(values, wanted);
}

template <int... components> void check_all(std::integer_sequence<int, components...>) {
  (check_own_elements<components + 1>(), ...);
  (check_targets<components + 1>(), ...);
}

TEST(HostLanes, AreLoadedAndStored) { check_all(std::make_integer_sequence<int, 11>{}); }

TEST(HostLanes, AddNothingWhereTheBodyAddsNothing) {
  std::vector<double> values{-0.0, 0.0, 1.0};
  const std::int32_t rows[] = {0, 1, 2, 0};
  LanesOfSums<1, 1> sums;
  sums.turn();
  for (int lane = 0; lane < n_lanes; ++lane) sums.add(values.data(), lane, rows + lane);
  EXPECT_TRUE(same(values[0], -0.0) && same(values[1], 0.0) && same(values[2], 1.0));
}

} // namespace host_lanes_test
} // namespace nopal_dialect
