#include "core/sets/loop_plan.hpp"
#include "tests/unit/sets/random_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace nopal::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

std::vector<std::int32_t> row_of(const LocalTable& table, std::int64_t row) {
  return {table.row(row).begin(), table.row(row).end()};
}

// The example that OP2 has published: 12 edges between 9 cells.
class PublishedPlan : public testing::Test {
protected:
  LocalTable edge_cells{2, {0, 1, 1, 2, 0, 3, 1, 4, 2, 5, 3, 4, 4, 5, 3, 6, 4, 7, 5, 8, 6, 7, 7, 8}};
  std::vector<PlanTable> tables{{&edge_cells, 0, true}};
  std::vector<std::int32_t> sizes{9};
};

TEST_F(PublishedPlan, OneBlock) {
  const LoopPlan plan = make_loop_plan({0, 12, {}}, tables, sizes, 12);
  EXPECT_THAT(plan.thread_colours, ElementsAre(0, 1, 1, 2, 0, 0, 1, 2, 3, 2, 0, 1));
  EXPECT_THAT(plan.n_thread_colours, ElementsAre(4));
  EXPECT_THAT(plan.colours, ElementsAre(0));
  EXPECT_EQ(plan.tables.at(0), edge_cells);
  EXPECT_EQ(row_of(plan.sets.at(0).targets, 0), in_order(9));
  EXPECT_DOUBLE_EQ(statistics_of(plan).reuse, 24.0 / 9.0);
}

TEST_F(PublishedPlan, BlocksOfFour) {
  const LoopPlan plan = make_loop_plan({0, 12, {}}, tables, sizes, 4);
  EXPECT_THAT(plan.colours, ElementsAre(0, 1, 2));
  EXPECT_EQ(plan.blocks.rows(), 3);
  EXPECT_THAT(row_of(plan.sets.at(0).targets, 0), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(row_of(plan.sets.at(0).targets, 1), ElementsAre(2, 3, 4, 5, 6));
  EXPECT_THAT(row_of(plan.sets.at(0).targets, 2), ElementsAre(4, 5, 6, 7, 8));
  EXPECT_THAT(row_of(plan.tables.at(0), 4), ElementsAre(0, 3));
  const PlanStatistics statistics = statistics_of(plan);
  EXPECT_EQ(statistics.blocks, 3);
  EXPECT_EQ(statistics.block_colours, 3);
  EXPECT_DOUBLE_EQ(statistics.reuse, 24.0 / 15.0);
  const PlanBytes bytes = bytes_of(plan, std::vector<std::int64_t>{8});
  EXPECT_EQ(bytes.without_reuse, 24 * 8);
  EXPECT_EQ(bytes.with_reuse, 15 * 8);
}

/// A random loop and the plan for it.
struct Case {
  explicit Case(Draw& draw) : n(draw(0, 30)), tables(random_tables(draw, n)) {
    for (const TargetTable& each : tables.list()) list.push_back({each.table, each.to, draw(0, 1) == 1});
    order = random_permutation(draw, n);
    elements.end = draw(0, n);
    elements.first = draw(0, elements.end);
    if (draw(0, 1) == 1) elements.order = order;
    block_size = draw(1, n + 3);
    plan = make_loop_plan(elements, list, tables.counts, block_size);
  }
  Case(const Case&) = delete;

  int block(std::int32_t place) const { return (place - elements.first) / block_size; }
  /// What an element increments: sets and targets.
  std::set<std::pair<int, std::int32_t>> incremented(std::int32_t place) const {
    std::set<std::pair<int, std::int32_t>> result;
    for (const PlanTable& each : list)
      if (each.incremented)
        for (const std::int32_t target : each.table->row(elements.element(place))) result.insert({each.to, target});
    return result;
  }

  std::int32_t n;
  Tables tables;
  std::vector<std::int32_t> order;
  std::vector<PlanTable> list;
  LoopElements elements;
  std::int32_t block_size = 1;
  LoopPlan plan;
};

TEST(LoopPlan, BlocksHaveEachPlaceOnce) {
  Draw draw(21);
  for (int k = 0; k < 300; ++k) {
    const Case c(draw);
    std::int32_t next = c.elements.first;
    for (std::int32_t block = 0; block < c.plan.n_blocks(); ++block) {
      EXPECT_EQ(c.plan.block_first(block), next);
      EXPECT_GT(c.plan.block_end(block), next);
      EXPECT_LE(c.plan.block_end(block), next + c.block_size);
      const bool last = block == c.plan.n_blocks() - 1;
      EXPECT_TRUE(last || c.plan.block_end(block) == next + c.block_size);
      next = c.plan.block_end(block);
    }
    EXPECT_EQ(next, c.elements.end);
  }
}

TEST(LoopPlan, ListsOfBlocksHaveEachTargetOnce) {
  Draw draw(22);
  for (int k = 0; k < 300; ++k) {
    const Case c(draw);
    std::set<int> used;
    for (const PlanTable& each : c.list) used.insert(each.to);
    ASSERT_EQ(c.plan.sets.size(), used.size());
    auto set = used.begin();
    for (const BlockTargets& found : c.plan.sets) {
      EXPECT_EQ(found.set, *set++);
      std::vector<std::set<std::int32_t>> expected(c.plan.n_blocks());
      std::int64_t entries = 0;
      for (const PlanTable& each : c.list)
        for (std::int32_t place = c.elements.first; each.to == found.set && place < c.elements.end; ++place)
          for (const std::int32_t target : each.table->row(c.elements.element(place))) {
            expected[c.block(place)].insert(target);
            ++entries;
          }
      EXPECT_EQ(found.entries, entries);
      ASSERT_EQ(found.targets.rows(), c.plan.n_blocks());
      for (std::int32_t block = 0; block < c.plan.n_blocks(); ++block)
        EXPECT_THAT(row_of(found.targets, block), ElementsAreArray(expected[block]));
    }
  }
}

TEST(LoopPlan, LocalTablesLeadToTheSameTargets) {
  Draw draw(23);
  for (int k = 0; k < 300; ++k) {
    const Case c(draw);
    ASSERT_EQ(c.plan.tables.size(), c.list.size());
    for (std::size_t t = 0; t < c.list.size(); ++t) {
      const LocalTable& local = c.plan.tables[t];
      EXPECT_EQ(local.arity(), c.list[t].table->arity());
      ASSERT_EQ(local.rows(), c.elements.end - c.elements.first);
      const auto found = std::ranges::find(c.plan.sets, c.list[t].to, &BlockTargets::set);
      for (std::int32_t place = c.elements.first; place < c.elements.end; ++place) {
        std::vector<std::int32_t> targets;
        for (const std::int32_t position : local.row(place - c.elements.first))
          targets.push_back(row_of(found->targets, c.block(place)).at(position));
        EXPECT_EQ(targets, row_of(*c.list[t].table, c.elements.element(place)));
      }
    }
  }
}

/// The lowest colour that no item before has which shares a target.
std::int32_t lowest_free(const std::vector<std::set<std::pair<int, std::int32_t>>>& targets,
                         const std::vector<std::int32_t>& colours) {
  std::set<std::int32_t> taken;
  for (std::size_t before = 0; before < colours.size(); ++before)
    for (const auto& target : targets[before])
      if (targets[colours.size()].contains(target)) taken.insert(colours[before]);
  std::int32_t colour = 0;
  while (taken.contains(colour)) ++colour;
  return colour;
}

TEST(LoopPlan, ColoursAreTheLowestFreeOnes) {
  Draw draw(24);
  std::int32_t most_block_colours = 0, most_thread_colours = 0;
  for (int k = 0; k < 500; ++k) {
    const Case c(draw);
    std::vector<std::set<std::pair<int, std::int32_t>>> of_blocks(c.plan.n_blocks());
    std::vector<std::int32_t> block_colours, thread_colours;
    for (std::int32_t block = 0; block < c.plan.n_blocks(); ++block) {
      std::vector<std::set<std::pair<int, std::int32_t>>> of_elements;
      std::vector<std::int32_t> colours;
      for (std::int32_t place = c.plan.block_first(block); place < c.plan.block_end(block); ++place) {
        of_elements.push_back(c.incremented(place));
        of_blocks[block].insert(of_elements.back().begin(), of_elements.back().end());
        colours.push_back(lowest_free(of_elements, colours));
      }
      thread_colours.insert(thread_colours.end(), colours.begin(), colours.end());
      EXPECT_EQ(c.plan.n_thread_colours.at(block), std::ranges::max(colours) + 1);
      block_colours.push_back(lowest_free(of_blocks, block_colours));
    }
    EXPECT_EQ(c.plan.thread_colours, thread_colours);
    EXPECT_EQ(c.plan.colours, block_colours);
    std::vector<std::vector<std::int32_t>> groups(block_colours.empty() ? 0 : std::ranges::max(block_colours) + 1);
    for (std::int32_t block = 0; block < c.plan.n_blocks(); ++block) groups[block_colours[block]].push_back(block);
    EXPECT_EQ(c.plan.blocks, table_of(groups, 0));
    most_block_colours = std::max(most_block_colours, statistics_of(c.plan).block_colours);
    most_thread_colours = std::max(most_thread_colours, statistics_of(c.plan).most_thread_colours);
  }
  EXPECT_GT(most_block_colours, 5);
  EXPECT_GT(most_thread_colours, 5);
}

// Elements 0, 2, … lead to target 0, the others to target 1, and the last one to both.
TEST(LoopPlan, MoreThan64ColoursAreGivenOut) {
  constexpr std::int32_t n = 301;
  std::vector<std::vector<std::int32_t>> rows;
  for (std::int32_t element = 0; element < n; ++element) rows.push_back({element % 2});
  rows.back() = {0, 1};
  const LocalTable table = table_of(rows, 0);
  const std::vector<PlanTable> tables{{&table, 0, true}};
  std::vector<std::int32_t> expected;
  for (std::int32_t element = 0; element < n; ++element) expected.push_back(element / 2);
  EXPECT_EQ(make_loop_plan({0, n, {}}, tables, std::vector<std::int32_t>{2}, n).thread_colours, expected);
  EXPECT_EQ(make_loop_plan({0, n, {}}, tables, std::vector<std::int32_t>{2}, 1).colours, expected);
}

TEST(LoopPlan, LoopsThatOnlyReadHaveOneColour) {
  const LocalTable table(1, {0, 0, 0, 0});
  const LoopPlan plan =
      make_loop_plan({0, 4, {}}, std::vector<PlanTable>{{&table, 0, false}}, std::vector<std::int32_t>{1}, 2);
  EXPECT_THAT(plan.colours, ElementsAre(0, 0));
  EXPECT_THAT(plan.thread_colours, Each(0));
  EXPECT_THAT(plan.n_thread_colours, ElementsAre(1, 1));
}

TEST(LoopPlan, LoopsWithoutTablesOrElementsHavePlans) {
  const PlanStatistics direct = statistics_of(make_loop_plan({0, 5, {}}, {}, {}, 2));
  EXPECT_EQ(direct.blocks, 3);
  EXPECT_EQ(direct.block_colours, 1);
  EXPECT_DOUBLE_EQ(direct.mean_thread_colours, 1);
  EXPECT_DOUBLE_EQ(direct.reuse, 1);
  const LoopPlan empty = make_loop_plan({3, 3, {}}, {}, {}, 2);
  EXPECT_EQ(empty.n_blocks(), 0);
  EXPECT_EQ(empty.blocks.rows(), 0);
  EXPECT_DOUBLE_EQ(statistics_of(empty).mean_thread_colours, 0);
}

TEST(PlanStatistics, CountColoursAndBytes) {
  const LocalTable a(1, {0, 0, 1, 2, 0}), b(2, {0, 0, 0, 1, 1, 1, 2, 3, 3, 3});
  const std::vector<PlanTable> tables{{&a, 0, true}, {&b, 2, false}};
  const LoopPlan plan = make_loop_plan({0, 5, {}}, tables, std::vector<std::int32_t>{3, 0, 4}, 2);
  const PlanStatistics statistics = statistics_of(plan);
  EXPECT_THAT(plan.n_thread_colours, ElementsAre(2, 1, 1));
  EXPECT_EQ(statistics.block_colours, 2);
  EXPECT_EQ(statistics.most_thread_colours, 2);
  EXPECT_DOUBLE_EQ(statistics.mean_thread_colours, 4.0 / 3.0);
  EXPECT_DOUBLE_EQ(statistics.reuse, 15.0 / 10.0); // blocks load 1, 2, 1 and 2, 3, 1 elements
  const PlanBytes bytes = bytes_of(plan, std::vector<std::int64_t>{32, 0, 16});
  EXPECT_EQ(bytes.without_reuse, 5 * 32 + 10 * 16);
  EXPECT_EQ(bytes.with_reuse, 4 * 32 + 6 * 16);
}

} // namespace
} // namespace nopal::test
