#include "core/spaces/exchange.hpp"

#include "tests/unit/grid/random_decompositions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

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
          EXPECT_TRUE(d.owned(from).contains(strip.source.box()));
          for_each_point(strip.ghosts.box(), [&](Index p) {
            ++covered[p];
            Index source = p;
            for (int axis = 0; axis < 3; ++axis) source[axis] += strip.shift()[axis];
            ASSERT_EQ(source, test::wrapped(d.domain(), p));
          });
        }
      };
      const ExchangePlan plan = exchange_plan(d, rank);
      for (const Neighbour& neighbour : plan.neighbours) visit(neighbour.receive, neighbour.rank);
      visit(plan.local, rank);

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
  const DomainSpec spec{.dimension = 1, .cells = {10, 1, 1}, .periodic = {true, false, false}, .ghosts = 2};
  const Decomposition d(Domain(spec), 2);
  const ExchangePlan plan = exchange_plan(d, 0);
  ASSERT_EQ(plan.neighbours.size(), 1u);
  EXPECT_TRUE(plan.local.empty());
  const std::vector<GhostStrip> expected = {{IndexSet::range(-2, 0), IndexSet::range(8, 10)},
                                            {IndexSet::range(5, 7), IndexSet::range(5, 7)}};
  EXPECT_EQ(plan.neighbours[0].receive, expected);
}

TEST(ExchangePlan, OneProcessFillsItsImagesItself) {
  const DomainSpec spec{.dimension = 2, .cells = {4, 5, 1}, .periodic = {true, true, false}};
  const ExchangePlan plan = exchange_plan(Decomposition(Domain(spec), 1), 0);
  EXPECT_TRUE(plan.neighbours.empty());
  EXPECT_EQ(plan.local.size(), 8u);
  EXPECT_EQ(plan.receive_points(), 0);
}

TEST(ExchangePlan, LooksAtNeighboursOnly) {
  const DomainSpec spec{.cells = {1000, 1000, 1000}, .periodic = {true, true, true}};
  const Decomposition d(Domain(spec), 1000000, {100, 100, 100});
  const ExchangePlan plan = exchange_plan(d, 505050);
  EXPECT_EQ(plan.neighbours.size(), 26u);
  EXPECT_EQ(plan.receive_points(), 12 * 12 * 12 - 10 * 10 * 10);
}

// Blocks have the same ghost points if each is on its own process and if one process holds two of them.
TEST(ExchangePlan, PartsOfOneProcessExchangeWithoutMessages) {
  for (const Decomposition& d : test::random_decompositions(400)) {
    SCOPED_TRACE(test::describe(d));
    if (d.size() % 2 != 0) continue;
    for (int process = 0; process < d.size() / 2; ++process) {
      const ExchangePlan both = exchange_plan(d, process, 2);
      for (int part = 0; part < 2; ++part) {
        const ExchangePlan one = exchange_plan(d, 2 * process + part);
        std::set<Index> expected, found;
        const auto add = [](std::set<Index>& points, const std::vector<GhostStrip>& strips, int part) {
          for (const GhostStrip& strip : strips)
            if (strip.part == part)
              for_each_point(strip.ghosts.box(), [&](Index p) { EXPECT_TRUE(points.insert(p).second); });
        };
        for (const Neighbour& neighbour : one.neighbours) add(expected, neighbour.receive, 0);
        add(expected, one.local, 0);
        for (const Neighbour& neighbour : both.neighbours) add(found, neighbour.receive, part);
        add(found, both.local, part);
        ASSERT_EQ(found, expected);
      }
      for (const GhostStrip& strip : both.local)
        EXPECT_TRUE(d.owned(2 * process + strip.source_part).contains(strip.source.box()));
      for (const Neighbour& neighbour : both.neighbours) {
        ASSERT_NE(neighbour.rank, process);
        const ExchangePlan other = exchange_plan(d, neighbour.rank, 2);
        const auto mirror = std::find_if(other.neighbours.begin(), other.neighbours.end(),
                                         [&](const Neighbour& n) { return n.rank == process; });
        ASSERT_NE(mirror, other.neighbours.end());
        EXPECT_EQ(neighbour.receive, mirror->send);
        EXPECT_EQ(neighbour.send, mirror->receive);
      }
    }
  }
}

} // namespace
} // namespace nopal
