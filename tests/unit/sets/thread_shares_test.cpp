#include "core/sets/thread_shares.hpp"
#include "tests/unit/sets/random_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A random loop. Some of the targets are ghosts.
struct Loop {
  explicit Loop(Draw& draw) : n(draw(0, 40)), tables(random_tables(draw, n)), order(random_order(draw, n)) {
    for (const std::int32_t count : tables.counts) owned.push_back(draw(0, 2) == 0 ? draw(0, count) : count);
    elements.end = draw(0, 3) == 0 ? draw(0, n) : n;
    elements.first = draw(0, 3) == 0 ? draw(0, elements.end) : 0;
    if (draw(0, 2) > 0) elements.order = order;
    list = tables.list();
  }
  Loop(const Loop&) = delete;

  /// Some elements are moved to other places. Long runs of consecutive elements stay.
  static std::vector<std::int32_t> random_order(Draw& draw, std::int32_t n) {
    std::vector<std::int32_t> order = in_order(n);
    for (int swaps = draw(0, 5); n > 0 && swaps > 0; --swaps) std::swap(order[draw(0, n - 1)], order[draw(0, n - 1)]);
    return order;
  }

  std::int32_t n;
  Tables tables;
  std::vector<std::int32_t> order;
  std::vector<std::int32_t> owned;
  LoopElements elements;
  std::vector<TargetTable> list;
};

/// For each set and target, what was added to it, in order: element, table and position in the row.
using Sums = std::vector<std::vector<std::vector<std::array<std::int64_t, 3>>>>;

Sums no_sums(const Loop& loop) {
  Sums sums;
  for (const std::int32_t n : loop.tables.counts) sums.emplace_back(n);
  return sums;
}

void add_row(Sums& sums, int set, std::int64_t element, std::int64_t table, std::span<const std::int32_t> row) {
  for (std::size_t k = 0; k < row.size(); ++k)
    if (row[k] >= 0) sums[set].at(row[k]).push_back({element, table, static_cast<std::int64_t>(k)});
}

/// Executes one element after another, and forgets what was added to ghosts.
Sums sums_of_one(const Loop& loop) {
  Sums sums = no_sums(loop);
  for (std::int32_t place = loop.elements.first; place < loop.elements.end; ++place)
    for (std::size_t t = 0; t < loop.list.size(); ++t) {
      const std::int32_t element = loop.elements.element(place);
      add_row(sums, loop.list[t].to, element, static_cast<int>(t), loop.list[t].table->row(element));
    }
  for (std::size_t set = 0; set < sums.size(); ++set)
    for (std::int32_t target = loop.owned[set]; target < loop.tables.counts[set]; ++target) sums[set][target].clear();
  return sums;
}

/// Calls f(element, position in `border` or -1) in the order of a thread.
template <class F> void each_element(const ThreadShare& share, F f) {
  for (const ShareSegment& segment : share.segments)
    for (std::int32_t k = segment.first; k < segment.end; ++k)
      f(segment.border ? share.border.at(k) : k, segment.border ? k : -1);
}

/// Executes the share of a thread. Notes targets that are not the thread's own.
void run(const Loop& loop, const ThreadShares& shares, int thread, Sums& sums) {
  const ThreadShare& share = shares.threads[thread];
  each_element(share, [&](std::int32_t element, std::int32_t border) {
    for (std::size_t t = 0; t < loop.list.size(); ++t) {
      const int set = loop.list[t].to;
      const auto row = border >= 0 ? share.rows.at(t).row(border) : loop.list[t].table->row(element);
      for (const std::int32_t target : row)
        EXPECT_TRUE(target == -1 || (target >= shares.bounds[set][thread] && target < shares.bounds[set][thread + 1]));
      add_row(sums, set, element, static_cast<int>(t), row);
    }
  });
}

TEST(ThreadShares, SumsAreThoseOfOneThread) {
  Draw draw(31);
  for (int k = 0; k < 400; ++k) {
    const Loop loop(draw);
    const Sums expected = sums_of_one(loop);
    for (int n_threads = 1; n_threads <= 5; ++n_threads) {
      const ThreadShares shares = share_out(loop.elements, loop.list, loop.owned, n_threads);
      ASSERT_EQ(std::ssize(shares.threads), n_threads);
      Sums sums = no_sums(loop);
      for (int thread = n_threads - 1; thread >= 0; --thread) run(loop, shares, thread, sums); // in any order
      EXPECT_EQ(sums, expected) << k;
    }
  }
}

/// The threads whose targets an element leads to, and whether it leads to ghosts.
std::pair<std::set<int>, bool> owners(const Loop& loop, const ThreadShares& shares, std::int32_t element) {
  std::pair<std::set<int>, bool> result;
  for (const TargetTable& each : loop.list)
    for (const std::int32_t target : each.table->row(element)) {
      result.second |= target >= loop.owned[each.to];
      for (int thread = 0; thread < std::ssize(shares.threads); ++thread)
        if (target >= shares.bounds[each.to][thread] && target < shares.bounds[each.to][thread + 1])
          result.first.insert(thread);
    }
  return result;
}

TEST(ThreadShares, ThreadsExecuteWhatLeadsToTheirTargetsInOrder) {
  Draw draw(32);
  std::int64_t all_repeated = 0;
  for (int k = 0; k < 300; ++k) {
    const Loop loop(draw);
    const int n_threads = draw(1, 5);
    const ThreadShares shares = share_out(loop.elements, loop.list, loop.owned, n_threads);
    std::vector<std::vector<std::int32_t>> expected(n_threads), expected_border(n_threads);
    std::int64_t repeated = 0;
    for (std::int32_t place = loop.elements.first; place < loop.elements.end; ++place) {
      const std::int32_t element = loop.elements.element(place);
      const auto [threads, ghosts] = owners(loop, shares, element);
      repeated += threads.size() > 1;
      for (const int thread : threads) {
        expected[thread].push_back(element);
        if (threads.size() > 1 || ghosts) expected_border[thread].push_back(element);
      }
    }
    for (int thread = 0; thread < n_threads; ++thread) {
      std::vector<std::int32_t> executed;
      each_element(shares.threads[thread], [&](std::int32_t element, std::int32_t) { executed.push_back(element); });
      EXPECT_EQ(executed, expected[thread]) << k;
      EXPECT_EQ(shares.threads[thread].border, expected_border[thread]) << k;
      for (const LocalTable& rows : shares.threads[thread].rows)
        EXPECT_EQ(rows.rows(), std::ssize(expected_border[thread]));
    }
    EXPECT_EQ(shares.repeated, repeated);
    all_repeated += repeated;
  }
  EXPECT_GT(all_repeated, 500);
}

TEST(ThreadShares, SegmentsAreAsLongAsTheyCanBe) {
  Draw draw(33);
  for (int k = 0; k < 300; ++k) {
    const Loop loop(draw);
    for (const ThreadShare& share : share_out(loop.elements, loop.list, loop.owned, draw(1, 5)).threads)
      for (std::size_t s = 0; s < share.segments.size(); ++s) {
        const ShareSegment& segment = share.segments[s];
        EXPECT_LT(segment.first, segment.end);
        if (s == 0) continue;
        const ShareSegment& before = share.segments[s - 1];
        EXPECT_FALSE(before.border && segment.border);
        EXPECT_FALSE(!before.border && !segment.border && before.end == segment.first);
      }
  }
}

TEST(ThreadShares, AboutTheSameNumberOfEntriesLeadsToEachRange) {
  Draw draw(34);
  for (int k = 0; k < 300; ++k) {
    const Loop loop(draw);
    const int n_threads = draw(1, 5);
    const ThreadShares shares = share_out(loop.elements, loop.list, loop.owned, n_threads);
    const Sums sums = sums_of_one(loop);
    ASSERT_EQ(shares.bounds.size(), loop.owned.size());
    for (std::size_t set = 0; set < shares.bounds.size(); ++set) {
      const std::vector<std::int32_t>& bounds = shares.bounds[set];
      ASSERT_EQ(std::ssize(bounds), n_threads + 1);
      EXPECT_EQ(bounds.front(), 0);
      EXPECT_EQ(bounds.back(), loop.owned[set]);
      EXPECT_TRUE(std::ranges::is_sorted(bounds));
      std::int64_t total = 0, most_of_one = 0;
      for (const auto& added : sums[set]) {
        total += std::ssize(added);
        most_of_one = std::max(most_of_one, std::int64_t{std::ssize(added)});
      }
      for (int thread = 0; thread < n_threads; ++thread) {
        std::int64_t entries = 0;
        for (std::int32_t target = bounds[thread]; target < bounds[thread + 1]; ++target)
          entries += std::ssize(sums[set][target]);
        EXPECT_LE(entries * n_threads, total + most_of_one * n_threads);
      }
    }
  }
}

TEST(ThreadShares, ElementsThatOnlyAddToGhostsAreRunByNone) {
  const LocalTable table(2, {0, 1, 1, 2, 2, 3, 3, 0}); // 2 and 3 are ghosts
  const ThreadShares shares =
      share_out({0, 4, {}}, std::vector<TargetTable>{{&table, 0}}, std::vector<std::int32_t>{2}, 1);
  EXPECT_THAT(shares.threads.at(0).segments, ElementsAre(ShareSegment{false, 0, 1}, ShareSegment{true, 0, 2}));
  EXPECT_THAT(shares.threads.at(0).border, ElementsAre(1, 3));
  EXPECT_EQ(shares.threads.at(0).rows.at(0), LocalTable(2, {1, -1, -1, 0}));
  EXPECT_EQ(shares.repeated, 0);
}

TEST(ThreadShares, TwoThreadsShareASquare) {
  const LocalTable edges = edges_of_square(10);
  const ThreadShares shares =
      share_out({0, 180, {}}, std::vector<TargetTable>{{&edges, 0}}, std::vector<std::int32_t>{100}, 2);
  EXPECT_THAT(shares.bounds.at(0), ElementsAre(0, 50, 100));
  EXPECT_EQ(shares.repeated, 10); // the edges between two rows of cells
}

TEST(ThreadShares, LoopsWithoutIncrementsShareNothing) {
  const ThreadShares shares = share_out({0, 4, {}}, {}, {}, 2);
  ASSERT_EQ(shares.threads.size(), 2);
  EXPECT_THAT(shares.threads[0].segments, IsEmpty());
}

} // namespace
} // namespace nopal::test
