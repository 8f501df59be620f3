#include "core/tiles/tile_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace tile_choice_test {

using testing::HasSubstr;

/// Three temporaries and three fields of storage, as the fourth-order diffusion has.
TileDemand diffusion(const Index& points) {
  return {.interior = {{2, 2, 2}, {points[0] + 2, points[1] + 2, points[2] + 2}},
          .dimension = 3,
          .whole_columns = false,
          .axis = 1,
          .temporaries = {{0, {{-1, -1, 0}, {1, 1, 0}}, {0, 1}},
                          {1, {{-1, 0, 0}, {0, 0, 0}}, {0, 0}},
                          {2, {{0, -1, 0}, {0, 0, 0}}, {-1, 0}}},
          .computed = {{{-1, -1, 0}, {1, 1, 0}}, {{-1, 0, 0}, {0, 0, 0}}, {{0, -1, 0}, {0, 0, 0}}, {}},
          .stored_fields = 3};
}

std::size_t bytes(const TileDemand& demand, const Index& shape) {
  const TemporaryShape temporaries(shape, demand.temporaries, demand.axis, demand.dimension);
  return 8 * static_cast<std::size_t>(temporaries.in_use() + demand.stored_fields * shape[0] * shape[1] * shape[2]);
}

TEST(TileChoice, TheFieldsFitIntoHalfOfTheCache) {
  for (const std::size_t cache : {std::size_t{1} << 17, std::size_t{1} << 20, std::size_t{1} << 22})
    for (const Index points : {Index{256, 256, 80}, Index{61, 47, 13}, Index{4096, 1000, 10}, Index{5, 5, 5}}) {
      const TileDemand demand = diffusion(points);
      const TileChoice choice = choose_tiles(demand, {{0, 0, 0}, cache, 2}).front();
      EXPECT_LE(bytes(demand, choice.shape), cache / 2) << choice.text;
      EXPECT_THAT(choice.text, HasSubstr("fits into half"));
      for (int axis = 0; axis < 3; ++axis) EXPECT_LE(choice.shape[axis], points[axis]);
    }
}

TEST(TileChoice, LongRowsAreNotCut) {
  const TileChoice choice = choose_tiles(diffusion({256, 256, 80}), {{0, 0, 0}, std::size_t{1} << 20, 2}).front();
  EXPECT_EQ(choice.shape[0], 256);
}

TEST(TileChoice, TakesWhatTheUserGives) {
  const TileWish wish{{64, 0, 500}, std::size_t{1} << 20, 2};
  const TileChoice choice = choose_tiles(diffusion({256, 256, 80}), wish).front();
  EXPECT_EQ(choice.shape[0], 64);
  EXPECT_EQ(choice.shape[2], 80); // the tile is not larger than the grid
  EXPECT_EQ(choose_tiles(diffusion({256, 256, 80}), {{256, 256, 80}, 1024, 1}).front().shape, (Index{256, 256, 80}));
}

TEST(TileChoice, TilesOfVerticalStencilsHoldWholeColumns) {
  TileDemand demand = diffusion({256, 256, 80});
  demand.whole_columns = true;
  const TileChoice choice = choose_tiles(demand, {{0, 0, 4}, std::size_t{1} << 20, 2}).front();
  EXPECT_EQ(choice.shape[2], 80);
  EXPECT_LE(bytes(demand, choice.shape), std::size_t{1} << 19);
}

TEST(TileChoice, GivesEachThreadTiles) {
  const TileDemand demand = diffusion({256, 64, 1});
  const TileChoice choice = choose_tiles(demand, {{0, 0, 0}, std::size_t{1} << 24, 8}).front();
  EXPECT_LE(choice.shape[1], 8);
}

TEST(TileChoice, SaysIfNothingFits) {
  EXPECT_THAT(choose_tiles(diffusion({256, 256, 80}), {{0, 0, 0}, 100, 1}).front().text,
              HasSubstr("is more than half"));
}

long volume(const TileChoice& choice) { return choice.shape[0] * choice.shape[1] * choice.shape[2]; }

TEST(TileChoice, OffersTheBestSmallerAndLargerShapes) {
  for (const Index points : {Index{256, 256, 80}, Index{61, 47, 13}, Index{4096, 1000, 10}})
    for (const bool whole_columns : {false, true}) {
      TileDemand demand = diffusion(points);
      demand.whole_columns = whole_columns;
      const TileWish wish{{0, 0, 0}, std::size_t{1} << 17, 2};
      const std::vector<TileChoice> choices = choose_tiles(demand, wish);
      ASSERT_GE(choices.size(), 3U);
      EXPECT_LE(2 * volume(choices[1]), volume(choices[0]));
      EXPECT_GE(volume(choices[2]), 2 * volume(choices[0]));
      // The best of all shapes is also the best of those with its numbers.
      TileWish same = wish;
      same.shape[1] = choices[0].shape[1];
      EXPECT_EQ(choose_tiles(demand, same).front().shape, choices[0].shape);
      for (const TileChoice& each : choices) {
        EXPECT_THAT(each.text, HasSubstr("tiles of " + std::to_string(each.shape[0]) + " x "));
        EXPECT_TRUE(!whole_columns || each.shape[2] == points[2]);
      }
    }
}

TEST(TileChoice, OffersShapesWithWhichFewPointsAreComputedTwice) {
  TileDemand demand = diffusion({96, 96, 96});
  demand.axis = 2;
  const TileWish wish{{0, 0, 0}, std::size_t{1} << 16, 1};
  const std::vector<TileChoice> choices = choose_tiles(demand, wish);
  ASSERT_EQ(choices.size(), 5U);
  EXPECT_LE(bytes(demand, choices[3].shape), wish.cache_bytes); // this one fits into the cache
  EXPECT_EQ(choices[3].shape[2], 1);
  EXPECT_GT(volume(choices[3]), volume(choices[1]));
  EXPECT_EQ(choices.back().shape, (Index{96, 96, 1})); // no point is computed twice
  demand.computed = {Extent{}};                        // nor with any shape
  EXPECT_EQ(choose_tiles(demand, wish).size(), 3U);
}

/// Gas in three dimensions: primitive variables, and edges and fluxes along each axis.
TileDemand gas() {
  const Extent cells{{-3, -3, -3}, {3, 3, 3}}, edges_x{{-1, 0, 0}, {2, 0, 0}}, edges_y{{0, -1, 0}, {0, 2, 0}};
  const Extent faces_x{{0, 0, 0}, {1, 0, 0}}, faces_y{{0, 0, 0}, {0, 1, 0}};
  TileDemand demand{.interior = {{3, 3, 3}, {99, 99, 99}},
                    .dimension = 3,
                    .whole_columns = false,
                    .axis = 2,
                    .temporaries = {},
                    .computed = {cells, edges_x, faces_x, edges_y, faces_y, {}, {}, {}},
                    .stored_fields = 10};
  const auto add = [&](int count, const Extent& written, const TileWindow& window) {
    for (int n = 0; n < count; ++n)
      demand.temporaries.push_back({static_cast<int>(demand.temporaries.size()), written, window});
  };
  add(4, cells, {-3, 3});
  for (const Extent& each : {edges_x, faces_x, edges_y, faces_y}) add(5, each, {0, 0});
  add(5, {}, {-1, 2}); // edges along z
  add(5, {}, {0, 1});  // fluxes along z
  return demand;
}

TEST(TileChoice, CountsTheEndOfARowAsAWholeVector) {
  const std::vector<TileChoice> choices = choose_tiles(gas(), {{0, 0, 0}, std::size_t{1} << 21, 1});
  ASSERT_EQ(choices.size(), 5U);
  // Rows of 48 points repeat no more points, but 102 fill vectors better than 54.
  EXPECT_EQ(choices[3].shape, (Index{96, 20, 1}));
}

TEST(TileChoice, HasOneShapeWhereThereIsNoOther) {
  const TileDemand demand = diffusion({256, 256, 80});
  const auto shapes = [](const TileDemand& each, const Index& shape) {
    return choose_tiles(each, {shape, std::size_t{1} << 19, 2}).size();
  };
  EXPECT_EQ(shapes(demand, {64, 8, 4}), 1U);
  TileDemand columns = demand;
  columns.whole_columns = true;
  EXPECT_EQ(shapes(columns, {64, 8, 0}), 1U);
  EXPECT_EQ(shapes(columns, {64, 8, 4}), 1U);
  EXPECT_GT(shapes(demand, {64, 8, 0}), 1U);
  EXPECT_EQ(shapes(diffusion({1, 1, 1}), {0, 0, 0}), 1U);
  TileDemand empty = demand;
  empty.interior.upper[1] = empty.interior.lower[1];
  EXPECT_EQ(shapes(empty, {0, 0, 0}), 1U);
}

TEST(RunAxis, IsTheAxisAlongWhichStagesAreExtended) {
  EXPECT_EQ(run_axis({Extent{}, Extent{{0, 0, -1}, {0, 0, 0}}}, 3), 2);
  EXPECT_EQ(run_axis({Extent{}, Extent{{-1, -1, 0}, {0, 0, 0}}, std::nullopt}, 3), 1);
  EXPECT_EQ(run_axis({Extent{}}, 2), 1);
  EXPECT_EQ(run_axis({Extent{}}, 1), TileOrder::no_axis);
}

} // namespace tile_choice_test
} // namespace nopal::test
