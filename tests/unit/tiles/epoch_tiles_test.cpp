#include "core/tiles/epoch.hpp"
#include "core/tiles/epoch_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace nopal::test {
namespace epoch_tiles_test {

constexpr std::size_t cache = std::size_t{2} << 20;

/// The wave equation on n points along each axis, on two arrays.
StageChain wave(long n, int dimension, int iterations) {
  Extent around;
  Box interior{{0, 0, 0}, {1, 1, 1}};
  for (int axis = 0; axis < dimension; ++axis) {
    around.lower[axis] = -1;
    around.upper[axis] = 1;
    interior.lower[axis] = 1;
    interior.upper[axis] = n - 1;
  }
  Epoch epoch{{3}, {{"evolve", {{0, 1, around}, {0, 2, {}}}, {{0, 0}}, {interior}}}, iterations};
  epoch.gives = {1};
  return unrolled(epoch);
}

EpochTileDemand demand(long n, int dimension, int threads, const Index& shape = {0, 0, 0}) {
  EpochTileDemand wanted{{{0, 0, 0}, {1, 1, 1}}, dimension, shape, cache, threads};
  for (int axis = 0; axis < dimension; ++axis) wanted.owned.upper[axis] = n;
  return wanted;
}

int cut_axes(const Index& shape) {
  return static_cast<int>(std::ranges::count_if(shape, [](long n) { return n > 0; }));
}

TEST(EpochTiles, AGridThatFitsIntoTheCacheIsOneTile) {
  const std::vector<EpochTile> tiles = choose_epoch_tiles(wave(32, 3, 8), demand(32, 3, 2));
  EXPECT_EQ(tiles.front().shape, (Index{0, 0, 0}));
  EXPECT_EQ(tiles.front().text, "the whole part of a process as one tile");
}

TEST(EpochTiles, ALargeGridIsCutAlongTwoAxesForTwoThreads) {
  for (const int dimension : {2, 3}) {
    const long n = dimension == 2 ? 4000 : 400;
    const Index shape = choose_epoch_tiles(wave(n, dimension, 16), demand(n, dimension, 2)).front().shape;
    EXPECT_EQ(cut_axes(shape), 2) << dimension << " axes";
    EXPECT_EQ(shape[0] == 0, dimension == 3) << "rows are short only if they must be";
  }
}

TEST(EpochTiles, TheUsersNumbersStay) {
  for (const EpochTile& tile : choose_epoch_tiles(wave(400, 3, 16), demand(400, 3, 2, {400, 24, 0}))) {
    EXPECT_EQ(tile.shape[0], 0) << "the whole axis is not cut";
    EXPECT_EQ(tile.shape[1], 24);
  }
  EXPECT_EQ(choose_epoch_tiles(wave(400, 3, 16), demand(400, 3, 2, {7, 5, 3})).size(), 1U);
}

TEST(EpochTiles, OtherShapesHaveHalfOrTwiceAsManyPoints) {
  const std::vector<EpochTile> tiles = choose_epoch_tiles(wave(400, 3, 16), demand(400, 3, 1));
  const auto points = [](const EpochTile& tile) {
    long product = 1;
    for (int axis = 0; axis < 3; ++axis) product *= tile.shape[axis] > 0 ? tile.shape[axis] : 400;
    return product;
  };
  ASSERT_EQ(tiles.size(), 4U);
  EXPECT_LE(2 * points(tiles[1]), points(tiles[0]));
  EXPECT_GE(points(tiles[2]), 2 * points(tiles[0]));
  EXPECT_EQ(tiles[3].shape, (Index{0, 0, 0})) << "what a run without tiles does";
  for (const EpochTile& other : tiles) EXPECT_GE(other.cost, tiles.front().cost);
}

TEST(EpochTiles, MoreIterationsAreWorthMoreWhereMemoryIsTheLimit) {
  const auto cost = [](int iterations) {
    return choose_epoch_tiles(wave(400, 3, iterations), demand(400, 3, 1)).front().cost;
  };
  EXPECT_LT(cost(8), cost(2));
}

} // namespace epoch_tiles_test
} // namespace nopal::test
