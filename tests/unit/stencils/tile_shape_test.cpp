// Tests the memory of the tiles in which devices compute stencils, and the choice of their shape.

#include "core/launch/tile_shape.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace nopal {
namespace {

TEST(TileScratch, HoldsEveryPointOfEachTemporaryOnceAndAlignsTheFirstOfEachRow) {
  std::mt19937 random(7);
  const auto draw = [&](int first, int last) { return std::uniform_int_distribution<>(first, last)(random); };
  for (int round = 0; round < 200; ++round) {
    const int dimension = draw(1, 3), count = draw(1, 3);
    Index shape{1, 1, 1};
    Extent halo;
    for (int axis = 0; axis < dimension; ++axis) {
      shape[axis] = draw(1, 9);
      halo.lower[axis] = draw(-10, 2);
      halo.upper[axis] = std::max(halo.lower[axis], draw(-2, 3));
    }
    const TileScratch scratch = tile_scratch(shape, halo, count, dimension);
    std::set<long> elements;
    for (int t = 0; t < count; ++t)
      for (long k = halo.lower[2]; k < shape[2] + halo.upper[2]; ++k)
        for (long j = halo.lower[1]; j < shape[1] + halo.upper[1]; ++j)
          for (long i = halo.lower[0]; i < shape[0] + halo.upper[0]; ++i) {
            const long element = scratch.lead + t * scratch.distance + i + j * scratch.stride_j + k * scratch.stride_k;
            ASSERT_TRUE(elements.insert(element).second) << "two points at one address";
            ASSERT_GE(element, 0);
            ASSERT_LT(element, scratch.slice);
            ASSERT_TRUE(i != 0 || element % 8 == 0) << "the first point of the tile in a row";
          }
  }
}

const TileLimits cpu{512 << 10, true, 2}, gpu{96 << 10, false, 264};

TiledWork work(Index extents, Extent halo, int n_temporaries, bool columns = false) {
  return {{{0, 0, 0}, extents}, halo, n_temporaries, 0, 3, columns};
}

const Extent around{{-1, -1, 0}, {1, 1, 0}};

TEST(ChooseTile, FitsTheMemory) {
  for (const TileLimits& limits : {cpu, gpu})
    for (const Index& extents : {Index{256, 256, 80}, Index{61, 47, 13}, Index{5, 3, 2}, Index{1000, 1, 1}})
      for (const int n : {0, 1, 3, 7}) {
        const auto tile = choose_tile(work(extents, around, n), limits);
        ASSERT_TRUE(tile.has_value());
        EXPECT_LE(tile_scratch(*tile, around, n, 3).slice * 8, static_cast<long>(limits.bytes));
        for (int axis = 0; axis < 3; ++axis) {
          EXPECT_GE((*tile)[axis], 1);
          EXPECT_LE((*tile)[axis], extents[axis]);
        }
      }
}

TEST(ChooseTile, HoldsWholeColumnsIfAsked) {
  const auto tile = choose_tile(work({256, 256, 80}, {}, 2, true), cpu);
  ASSERT_TRUE(tile.has_value());
  EXPECT_EQ((*tile)[2], 80);
  EXPECT_FALSE(choose_tile(work({4, 4, 1 << 20}, {}, 2, true), cpu).has_value()) << "no column fits";
}

TEST(ChooseTile, OfACpuHasLongRowsAndGivesEachThreadWork) {
  const auto tile = choose_tile(work({256, 256, 80}, around, 3), cpu);
  ASSERT_TRUE(tile.has_value());
  EXPECT_EQ((*tile)[0], 256);
  const Index small = *choose_tile(work({64, 64, 1}, around, 3), cpu);
  EXPECT_GE(64 / small[0] * (64 / small[1]), 2);
}

TEST(ChooseTile, LeavesRoomForOtherFields) {
  TiledWork many = work({256, 256, 80}, around, 3);
  many.n_fields = 6;
  const Index tile = *choose_tile(many, cpu);
  const long bytes = 8 * (tile_scratch(tile, around, 3, 3).slice + 6 * tile[0] * tile[1] * tile[2]);
  EXPECT_LE(bytes, static_cast<long>(cpu.bytes));
  many.n_fields = 1'000'000;
  EXPECT_TRUE(choose_tile(many, cpu).has_value()) << "too many fields for any tile";
}

TEST(ChooseTile, OfAGpuKeepsTheHaloSmall) {
  const Index tile = *choose_tile(work({256, 256, 80}, around, 3), gpu);
  const double points = static_cast<double>(tile[0] * tile[1] * tile[2]);
  EXPECT_LT(static_cast<double>((tile[0] + 2) * (tile[1] + 2) * tile[2]) / points, 1.5);
}

TEST(ChooseTile, FindsNoneForAnEmptyBoxOrTooLittleMemory) {
  EXPECT_FALSE(choose_tile(work({0, 5, 5}, around, 1), cpu).has_value());
  EXPECT_FALSE(choose_tile(work({5, 5, 5}, around, 1), {64, true, 1}).has_value());
}

} // namespace
} // namespace nopal
