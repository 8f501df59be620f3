// Passes of epochs, checked by brute force. In random epochs, cut into blocks and processes at random, every read must
// find the stamp that it finds if the calls run one after the other over all points. After the pass, the host must hold
// the right stamps. No layer moves twice, and none without need.
//
// NOPAL_LONG_TESTS=1 runs 100,000 cases.

#include "tests/support/cases.hpp"
#include "tests/unit/tiles/pass_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace nopal::test {
namespace pass_blocks_test {

using testing::ElementsAre;

/// Checks which layers are in windows, are kept and come in.
void expect_windows(const PassBlocks& blocks, const Box& stored, int axis) {
  const PassBlock* last = nullptr;
  for (const PassBlock& block : blocks.blocks()) {
    std::vector<Layers> kept;
    std::vector<long> filled(blocks.arrays().size(), 0);
    if (last != nullptr)
      for (const Layers& window : block.windows)
        for (const Layers& old : last->windows) {
          const Layers both{window.array, std::max(window.lower, old.lower), std::min(window.upper, old.upper)};
          if (old.array == window.array && both.count() > 0) kept.push_back(both);
        }
    EXPECT_EQ(block.kept, kept);
    for (const auto* some : {&block.in, &block.kept})
      for (const Layers& layers : *some) filled[static_cast<std::size_t>(layers.array)] += layers.count();
    for (const Layers& window : block.windows) {
      EXPECT_TRUE(stored.contains(points_in(window, stored, axis))) << "the host has these layers";
      const auto array = static_cast<std::size_t>(window.array);
      EXPECT_TRUE(filled[array] == window.count() || !blocks.arrays()[array].in) << "all layers come in or are kept";
    }
    last = &block;
  }
}

/// Checks how long the windows are along an axis.
void expect_lengths(const StageChain& chain, const PassBlocks& blocks, long block_size, int axis) {
  std::vector<long> longest(blocks.arrays().size(), 0);
  for (const PassBlock& block : blocks.blocks())
    for (const Layers& window : block.windows) {
      long& of_array = longest[static_cast<std::size_t>(window.array)];
      of_array = std::max(of_array, window.count());
    }
  Index shape{0, 0, 0};
  shape[axis] = block_size;
  const auto windows = windows_of_arrays(chain, skews_of(chain, shape)[axis], axis);
  for (std::size_t a = 0; a < longest.size(); ++a) {
    EXPECT_EQ(blocks.arrays()[a].layers, longest[a]);
    EXPECT_LE(longest[a], windows[a] ? block_size + windows[a]->ahead - windows[a]->behind : 0);
  }
}

/// What stages do with an array, found point by point.
struct ArrayUse {
  Stamps written;
  bool is_read = false, is_written = false, is_read_first = false;
};

std::vector<ArrayUse> uses_of(const Case& of, const ProcessPoints& points) {
  std::vector<ArrayUse> uses(of.chain.variables.size(), ArrayUse{Stamps(points.stored)});
  for (std::size_t s = 0; s < of.chain.stages.size(); ++s) {
    for (const Box& box : points.boxes[s])
      for (const StageRead& read : of.chain.stages[s].reads) {
        ArrayUse& use = uses[static_cast<std::size_t>(read.variable)];
        const Box around = points_of({box, {true, true, true}, {true, true, true}}, read.extent);
        use.is_read = true;
        use.is_read_first |= use.written.any_missing(intersection(around, points.stored));
      }
    for (const Box& box : points.boxes[s])
      for (const int array : of.chain.stages[s].writes) {
        uses[static_cast<std::size_t>(array)].is_written = true;
        uses[static_cast<std::size_t>(array)].written.set(box, static_cast<int>(s));
      }
  }
  return uses;
}

/// An array comes in only if a point is read before it is written, or goes out although it is not written.
void expect_arrays(const Case& of, const ProcessPoints& points, const PassBlocks& blocks) {
  const int axis = of.dimension - 1;
  const std::vector<ArrayUse> uses = uses_of(of, points);
  std::vector<char> needed;
  for (const ArrayUse& use : uses) needed.push_back(use.is_read_first ? 1 : 0);
  for (const PassBlock& block : blocks.blocks())
    for (const Layers& layers : block.out) {
      const auto array = static_cast<std::size_t>(layers.array);
      const Box out = intersection(points_in(layers, points.stored, axis), points.part.owned);
      if (uses[array].written.any_missing(out)) needed[array] = 1;
      EXPECT_TRUE(blocks.arrays()[array].out);
      EXPECT_EQ(out.extent(axis), layers.count()) << "the host needs these layers";
    }
  for (const PassBlock& block : blocks.blocks())
    for (const Layers& layers : block.in) EXPECT_TRUE(blocks.arrays()[static_cast<std::size_t>(layers.array)].in);
  for (std::size_t a = 0; a < uses.size(); ++a) {
    EXPECT_EQ(blocks.arrays()[a].used, uses[a].is_read || uses[a].is_written);
    const bool stays = of.chain.variables[a].temporary;
    EXPECT_EQ(blocks.arrays()[a].in, needed[a] != 0 && !stays);
    EXPECT_EQ(blocks.arrays()[a].out, uses[a].is_written && !stays);
  }
}

TEST(PassBlocks, EveryReadFindsItsVersion) {
  const auto cases = static_cast<unsigned>(number_of_cases(500, 100'000));
  unsigned cut = 0, split = 0, wrapped = 0, given = 0, only_out = 0, temporary = 0;
  for (unsigned seed = 1; seed <= cases; ++seed) {
    const Case of = random_case(seed);
    Random random(~seed);
    const long block_size = random.draw(1, random.one_in(2) ? 4 : of.grid.extent(of.dimension - 1) + 30);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", block size " + std::to_string(block_size));
    const Reference reference(of);
    const std::vector<Stamps> after = stamps_after(of);
    const int axis = of.dimension - 1;
    bool is_cut = false, has_only_out = false;
    for (const ProcessPoints& points : processes_of(of)) {
      const PassBlocks blocks(of.chain, points.boxes, points.stored, points.part.owned, axis, block_size);
      ASSERT_EQ(PassModel(of, reference, points, blocks).run(after), "");
      expect_windows(blocks, points.stored, axis);
      expect_lengths(of.chain, blocks, block_size, axis);
      expect_arrays(of, points, blocks);
      is_cut = is_cut || blocks.blocks().size() > 2;
      for (const PassArray& array : blocks.arrays()) has_only_out = has_only_out || (array.out && !array.in);
    }
    ASSERT_FALSE(HasFailure());
    cut += is_cut ? 1 : 0;
    split += of.processes != Index{1, 1, 1} ? 1 : 0;
    wrapped += of.periodic[0] || of.periodic[1] || of.periodic[2] ? 1 : 0;
    given += std::ranges::count(of.epoch.gives, 1) > 0 ? 1 : 0;
    only_out += has_only_out ? 1 : 0;
    temporary += std::ranges::count(of.epoch.temporaries, 1) > 0 ? 1 : 0;
  }
  EXPECT_GT(std::min({cut, split, wrapped, given}), cases / 4) << "the cases are as they should be";
  EXPECT_GT(std::min(only_out, temporary), cases / 20) << "the cases are as they should be";
}

/// How the wave equation on 12 x 12 points uses its three arrays in a pass.
struct WaveUse {
  std::vector<long> in{0, 0, 0}, out{0, 0, 0}; ///< layers that come in and go out
  std::vector<long> longest;                   ///< windows
};

WaveUse wave_use(int iterations, bool gives, long block_size) {
  Epoch epoch = wave_epoch(12, iterations);
  if (gives) epoch.gives = {1};
  const StageChain chain = unrolled(epoch);
  const EpochPart all{{{0, 0, 0}, {12, 12, 1}}};
  const PassBlocks blocks(chain, boxes_of_stages(epoch, deep_ghosts(chain), all), all.owned, all.owned, 1, block_size);
  WaveUse use;
  for (const PassBlock& block : blocks.blocks()) {
    for (const Layers& layers : block.in) use.in[static_cast<std::size_t>(layers.array)] += layers.count();
    for (const Layers& layers : block.out) use.out[static_cast<std::size_t>(layers.array)] += layers.count();
  }
  for (const PassArray& array : blocks.arrays()) use.longest.push_back(array.layers);
  return use;
}

/// "0-3": the first and the last of some layers; "-": there are none.
std::string layers_text(long lower, long upper) {
  return lower < upper ? std::to_string(lower) + "-" + std::to_string(upper - 1) : "-";
}

std::string layers_text(const std::vector<Layers>& all, int array) {
  for (const Layers& layers : all)
    if (layers.array == array) return layers_text(layers.lower, layers.upper);
  return "-";
}

/// Returns the rows of the table, each with one column for each block.
std::vector<std::string> table_of(const PassBlocks& pass, const Box& points) {
  std::vector<std::string> rows(9);
  for (std::size_t b = 0; b < pass.blocks().size(); ++b) {
    const PassBlock& block = pass.blocks()[b];
    std::vector<std::string> column;
    for (int stage = 0; stage < 2; ++stage) {
      const Box part = intersection(pass.reach(b, stage), points);
      column.push_back(layers_text(part.lower[0], part.upper[0]));
    }
    for (const auto* list : {&block.windows, &block.in, &block.kept, &block.out})
      column.push_back(layers_text(*list, 0));
    for (const auto* list : {&block.windows, &block.kept, &block.out}) column.push_back(layers_text(*list, 1));
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row] += (b > 0 ? " " : "") + column[row];
  }
  return rows;
}

// docs/streaming.md shows this table.
TEST(PassBlocks, TheTableOfTheDocumentation) {
  const Box points{{0, 0, 0}, {12, 1, 1}};
  Epoch epoch;
  epoch.timelevels = {2};
  epoch.iterations = 2;
  EpochCall& call = epoch.calls.emplace_back();
  call.reads = {{0, 1, {{-1, 0, 0}, {1, 0, 0}}, false}};
  call.writes = {{0, 0}};
  call.boxes = {points};
  const PassBlocks pass(unrolled(epoch), {{points}, {points}}, points, points, 0, 4);
  const std::vector<std::string> expected = {"0-3 4-7 8-11 -",     "0-2 3-6 7-10 11-11", "0-4 3-8 7-11 11-11",
                                             "0-4 5-8 9-11 -",     "- 3-4 7-8 11-11",    "0-2 3-6 7-10 11-11",
                                             "0-3 2-7 6-11 10-11", "- 2-3 6-7 10-11",    "0-1 2-5 6-9 10-11"};
  EXPECT_EQ(table_of(pass, points), expected);
}

TEST(PassBlocks, TheWaveMovesWholeAxesOnce) {
  for (const long block_size : {1, 3, 5, 12, 100}) {
    SCOPED_TRACE("block size " + std::to_string(block_size));
    const WaveUse one = wave_use(1, false, block_size);
    EXPECT_THAT(one.in, ElementsAre(12, 10, 0)) << "the oldest timelevel is read in the interior only";
    EXPECT_THAT(one.out, ElementsAre(0, 0, 12));
    const WaveUse four = wave_use(4, false, block_size);
    EXPECT_THAT(four.in, ElementsAre(12, 12, 0)) << "the new timelevel is written before it is read";
    EXPECT_THAT(four.out, ElementsAre(12, 12, 12));
    const WaveUse given = wave_use(4, true, block_size);
    EXPECT_THAT(given.in, ElementsAre(12, 12, 0));
    EXPECT_THAT(given.out, ElementsAre(12, 12, 0));
  }
}

TEST(PassBlocks, AWindowIsABlockAndWhatTheStagesReadAroundIt) {
  EXPECT_THAT(wave_use(1, false, 3).longest, ElementsAre(5, 3, 3));
  EXPECT_THAT(wave_use(4, true, 1).longest, ElementsAre(5, 5, 0));
  EXPECT_THAT(wave_use(4, true, 100).longest, ElementsAre(12, 12, 0));
}

} // namespace pass_blocks_test
} // namespace nopal::test
