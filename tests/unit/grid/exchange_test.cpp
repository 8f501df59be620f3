#include "core/grid/exchange.hpp"

#include "random_decompositions.hpp"

#include <gtest/gtest.h>

#include <map>

namespace nopal {
namespace {

using test::for_each_point;

TEST(ExchangePlan, CoversEachGhostOnceFromItsOwner) {
  for (const Decomposition& d : test::random_decompositions(400)) {
    SCOPED_TRACE(test::describe(d));
    for (int rank = 0; rank < d.size(); ++rank) {
      std::map<Index, int> covered;
      const auto visit = [&](const std::vector<GhostStrip>& strips, int from) {
        for (const GhostStrip& strip : strips) {
          EXPECT_FALSE(strip.ghosts.empty());
          EXPECT_TRUE(d.owned(from).contains(strip.source()));
          for_each_point(strip.ghosts, [&](Index p) {
            ++covered[p];
            Index source = p;
            for (int axis = 0; axis < 3; ++axis) source[axis] += strip.shift[axis];
            ASSERT_EQ(source, test::wrapped(d.domain(), p));
          });
        }
      };
      const ExchangePlan plan = exchange_plan(d, rank);
      for (const Neighbour& neighbour : plan.neighbours) visit(neighbour.receive, neighbour.rank);
      visit(plan.images, rank);

      const Box owned = d.owned(rank);
      long ghosts = 0;
      for_each_point(d.stored(rank), [&](Index p) {
        if (owned.contains(p)) return;
        ++ghosts;
        ASSERT_EQ(covered[p], 1);
      });
      ASSERT_EQ(static_cast<long>(covered.size()), ghosts);
    }
  }
}

TEST(ExchangePlan, SendsMirrorReceivesInOrder) {
  for (const Decomposition& d : test::random_decompositions(400)) {
    SCOPED_TRACE(test::describe(d));
    std::vector<ExchangePlan> plans;
    for (int rank = 0; rank < d.size(); ++rank) plans.push_back(exchange_plan(d, rank));
    const auto towards = [&](int from, int to) -> const Neighbour* {
      for (const Neighbour& neighbour : plans[from].neighbours)
        if (neighbour.rank == to) return &neighbour;
      return nullptr;
    };
    for (int rank = 0; rank < d.size(); ++rank) {
      int previous = -1;
      long received = 0, sent = 0;
      for (const Neighbour& neighbour : plans[rank].neighbours) {
        ASSERT_GT(neighbour.rank, previous) << "one entry a neighbour, ascending";
        ASSERT_NE(neighbour.rank, rank);
        previous = neighbour.rank;
        const Neighbour* other = towards(neighbour.rank, rank);
        ASSERT_NE(other, nullptr);
        ASSERT_EQ(neighbour.send, other->receive);
        ASSERT_EQ(neighbour.receive, other->send);
        long points = 0;
        for (const GhostStrip& strip : neighbour.receive) points += strip.ghosts.points();
        ASSERT_EQ(neighbour.receive_points, points);
        ASSERT_EQ(neighbour.send_points, other->receive_points);
        received += neighbour.receive_points;
        sent += neighbour.send_points;
      }
      ASSERT_EQ(plans[rank].receive_points(), received);
      ASSERT_EQ(plans[rank].send_points(), sent);
    }
  }
}

TEST(ExchangePlan, TwoProcessesOnAPeriodicAxisExchangeOneMessage) {
  DomainSpec spec;
  spec.dimension = 1;
  spec.cells = {10, 1, 1};
  spec.periodic = {true, false, false};
  spec.ghosts = 2;
  const Decomposition d(Domain(spec), 2);
  const ExchangePlan plan = exchange_plan(d, 0);
  ASSERT_EQ(plan.neighbours.size(), 1u);
  EXPECT_TRUE(plan.images.empty());
  const std::vector<GhostStrip> expected = {{{{-2, 0, 0}, {0, 1, 1}}, {10, 0, 0}}, {{{5, 0, 0}, {7, 1, 1}}, {0, 0, 0}}};
  EXPECT_EQ(plan.neighbours[0].receive, expected);
}

TEST(ExchangePlan, OneProcessFillsItsImagesItself) {
  DomainSpec spec;
  spec.dimension = 2;
  spec.cells = {4, 5, 1};
  spec.periodic = {true, true, false};
  const ExchangePlan plan = exchange_plan(Decomposition(Domain(spec), 1), 0);
  EXPECT_TRUE(plan.neighbours.empty());
  EXPECT_EQ(plan.images.size(), 8u);
  EXPECT_EQ(plan.receive_points(), 0);
}

TEST(ExchangePlan, LooksAtNeighboursOnly) {
  DomainSpec spec;
  spec.cells = {1000, 1000, 1000};
  spec.periodic = {true, true, true};
  const Decomposition d(Domain(spec), 1000000, {100, 100, 100});
  const ExchangePlan plan = exchange_plan(d, 505050);
  EXPECT_EQ(plan.neighbours.size(), 26u);
  EXPECT_EQ(plan.receive_points(), 12 * 12 * 12 - 10 * 10 * 10);
}

} // namespace
} // namespace nopal
