#include "core/schedule/order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace nopal {
namespace order_test {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Order, WithoutEdgesNumbersStayInOrder) {
  EXPECT_THAT(topological_order(4, {}).sequence, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(topological_order(0, {}).sequence, IsEmpty());
}

TEST(Order, OfThoseThatMayComeNextTheSmallestDoes) {
  EXPECT_THAT(topological_order(5, {{3, 0}, {4, 1}}).sequence, ElementsAre(2, 3, 0, 4, 1));
}

TEST(Order, AnEdgeGivenTwiceCountsOnce) {
  const Order order = topological_order(3, {{2, 0}, {2, 0}, {0, 1}});
  EXPECT_THAT(order.sequence, ElementsAre(2, 0, 1));
  EXPECT_THAT(order.cycle, IsEmpty());
}

TEST(Order, ACycleStartsAtItsSmallestNode) {
  const Order order = topological_order(5, {{0, 1}, {3, 2}, {2, 4}, {4, 3}});
  EXPECT_THAT(order.cycle, ElementsAre(2, 4, 3));
  EXPECT_EQ(order.sequence.size(), 5u);
}

TEST(Order, OfTwoCyclesThroughANodeTheShorterIsGiven) {
  EXPECT_THAT(topological_order(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {1, 0}}).cycle, ElementsAre(0, 1));
}

TEST(Order, WhatStandsBehindACycleIsNotPartOfIt) {
  const Order order = topological_order(3, {{1, 2}, {2, 1}, {2, 0}});
  EXPECT_THAT(order.cycle, ElementsAre(1, 2));
}

TEST(Order, ANodeBeforeItselfIsACycle) { EXPECT_THAT(topological_order(2, {{1, 1}}).cycle, ElementsAre(1)); }

TEST(Order, EveryEdgeHoldsInRandomGraphs) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + static_cast<int>(random() % 20);
    std::vector<int> hidden(n);
    for (int i = 0; i < n; ++i) hidden[i] = i;
    std::shuffle(hidden.begin(), hidden.end(), random);
    std::vector<std::pair<int, int>> edges;
    for (int e = 0; e < 2 * n; ++e) {
      const int a = static_cast<int>(random() % n);
      const int b = static_cast<int>(random() % n);
      if (a < b) edges.emplace_back(hidden[a], hidden[b]);
    }
    const Order order = topological_order(n, edges);
    ASSERT_THAT(order.cycle, IsEmpty());
    std::vector<int> position(n);
    for (int i = 0; i < n; ++i) position[order.sequence[i]] = i;
    for (const auto& [first, second] : edges) EXPECT_LT(position[first], position[second]);
  }
}

} // namespace order_test
} // namespace nopal
