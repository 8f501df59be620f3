#include "core/device/copy_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace {

using ::testing::ElementsAre;

Layout layout_of(const Box& box, long row, long plane, long lead) { return {box, {1, row, plane}, lead, 1000}; }

TEST(CopyTable, SlotSidesCountWords) {
  const Layout layout = layout_of({{-1, 0, 2}, {9, 4, 5}}, 16, 64, 7);
  const Box box{{3, 1, 4}, {5, 3, 5}};
  const long element = 7 + 4 + 16 + 2 * 64;
  const CopySide real = slot_side(0, layout, 8, box);
  EXPECT_EQ(real.start, element);
  EXPECT_EQ(real.row, 16);
  EXPECT_EQ(real.plane, 64);
  const CopySide complex = slot_side(0, layout, 16, box);
  EXPECT_EQ(complex.start, 2 * element);
  EXPECT_EQ(complex.row, 32);
  EXPECT_EQ(complex.plane, 128);
  EXPECT_EQ(words_of(box, 16), (Index{4, 2, 1}));
}

TEST(CopyTable, DenseSidesFollowTheBox) {
  const CopySide side = dense_side(3, 80, 16, {{0, 0, 0}, {3, 5, 2}});
  EXPECT_EQ(side.buffer, 3);
  EXPECT_EQ(side.start, 10);
  EXPECT_EQ(side.row, 6);
  EXPECT_EQ(side.plane, 30);
}

TEST(CopyTable, CountsRowsAndWordsBeforeEachEntry) {
  const CopyEntry entries[] = {{{5, 10, 100, 1000}, {-1, 0, 3, 6}, {3, 2, 4}},
                               {{6, 20, 0, 0}, {-1, 24, 1, 1}, {1, 1, 1}}};
  const auto tables = copy_tables(entries);
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].entries, 2);
  EXPECT_EQ(tables[0].rows, 9);
  EXPECT_EQ(tables[0].words, 25);
  EXPECT_THAT(tables[0].numbers, ElementsAre(0, 0, 0, 1, 10, 100, 1000, 0, 3, 6, 3, 2, //
                                             8, 24, 2, 1, 20, 0, 0, 24, 1, 1, 1, 1));
}

TEST(CopyTable, SaysWhichBuffersAreReadAndWritten) {
  const CopyEntry entries[] = {{{1}, {2}, {1, 1, 1}}, {{2}, {3}, {1, 1, 1}}};
  const auto tables = copy_tables(entries);
  ASSERT_EQ(tables.size(), 1U);
  ASSERT_EQ(tables[0].buffers.size(), 3U);
  EXPECT_EQ(tables[0].buffers[0].number, 1);
  EXPECT_TRUE(tables[0].buffers[0].read);
  EXPECT_FALSE(tables[0].buffers[0].written);
  EXPECT_TRUE(tables[0].buffers[1].read);
  EXPECT_TRUE(tables[0].buffers[1].written);
  EXPECT_FALSE(tables[0].buffers[2].read);
  EXPECT_TRUE(tables[0].buffers[2].written);
}

TEST(CopyTable, LeavesOutEmptyBoxes) {
  const CopyEntry entries[] = {{{1}, {2}, {0, 4, 4}}, {{1}, {2}, {4, -1, 4}}};
  EXPECT_TRUE(copy_tables(entries).empty());
}

TEST(CopyTable, SplitsWhereOneLaunchCannotNameAllBuffers) {
  std::vector<CopyEntry> entries;
  for (int slot = 0; slot < 20; ++slot) entries.push_back({{slot, 10L * slot}, {-1, slot}, {1, 1, 1}});
  const auto tables = copy_tables(entries);
  ASSERT_EQ(tables.size(), 3U);
  int slot = 0;
  for (const CopyTable& table : tables) {
    EXPECT_LE(table.buffers.size(), static_cast<std::size_t>(copy_buffers));
    ASSERT_EQ(table.numbers.size(), static_cast<std::size_t>(table.entries * copy_columns));
    for (long e = 0; e < table.entries; ++e, ++slot) {
      const std::int64_t* entry = table.numbers.data() + e * copy_columns;
      EXPECT_EQ(table.buffers[static_cast<std::size_t>(entry[2])].number, slot);
      EXPECT_EQ(table.buffers[static_cast<std::size_t>(entry[3])].number, -1);
      EXPECT_EQ(entry[4], 10 * slot);
    }
  }
  EXPECT_EQ(slot, 20);
}

} // namespace
} // namespace nopal
