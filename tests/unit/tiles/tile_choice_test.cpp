#include "core/tiles/tile_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace {

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
  return 8 * static_cast<std::size_t>(temporaries.count() * temporaries.size() +
                                      demand.stored_fields * shape[0] * shape[1] * shape[2]);
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

TEST(RunAxis, IsTheAxisAlongWhichStagesAreExtended) {
  EXPECT_EQ(run_axis({Extent{}, Extent{{0, 0, -1}, {0, 0, 0}}}, 3), 2);
  EXPECT_EQ(run_axis({Extent{}, Extent{{-1, -1, 0}, {0, 0, 0}}, std::nullopt}, 3), 1);
  EXPECT_EQ(run_axis({Extent{}}, 2), 1);
  EXPECT_EQ(run_axis({Extent{}}, 1), TileOrder::no_axis);
}

} // namespace
} // namespace nopal::test
