#include "driver/guard/rest.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

namespace nopal {
namespace {

using ::testing::ElementsAre;

/// A slot of 6 x 5 points with indices -1 to 4 and -1 to 3. Row -1 is ghosts, column 4 is boundary, the rest is
/// interior.
class RestOfASlot : public ::testing::Test {
protected:
  RestOfASlot() : layout(grid_layout({{-1, -1, 0}, {5, 4, 1}}, 0, 2)), slot(static_cast<std::size_t>(layout.size), 0) {}

  double& at(long i, long j) { return slot[static_cast<std::size_t>(layout.index(i, j, 0))]; }
  Rest rest() { return {reinterpret_cast<const std::byte*>(slot.data()), layout, sizeof(double), boxes}; }

  Layout layout;
  std::vector<double> slot;
  std::vector<RegionBox> boxes{{Region::ghosts, {{-1, -1, 0}, {5, 0, 1}}}, {Region::boundary, {{4, 0, 0}, {5, 4, 1}}}};
};

TEST_F(RestOfASlot, IsAsItWas) {
  EXPECT_EQ(rest().changes().points, 0);
  EXPECT_TRUE(rest().changes().first.empty());
  EXPECT_TRUE(rest().changes().bounds.empty());
}

TEST_F(RestOfASlot, DoesNotKnowTheOtherPointsNorPadding) {
  const Rest kept = rest();
  for (long j = 0; j < 4; ++j)
    for (long i = -1; i < 4; ++i) at(i, j) = 5;
  slot[static_cast<std::size_t>(layout.index(5, 0, 0))] = 5;
  EXPECT_EQ(kept.changes().points, 0);
}

TEST_F(RestOfASlot, TellsEachChangedPointWithBothValues) {
  at(2, -1) = 0.25;
  const Rest kept = rest();
  at(2, -1) = 0.5;
  at(4, 3) = -1;
  const Changes changes = kept.changes();
  EXPECT_EQ(changes.points, 2);
  EXPECT_EQ(changes.bounds, (Box{{2, -1, 0}, {5, 4, 1}}));
  EXPECT_EQ(changes.regions, Region::boundary | Region::ghosts);
  ASSERT_EQ(changes.first.size(), 2u);
  EXPECT_THAT(changes.first[0].at, ElementsAre(2, -1, 0));
  EXPECT_THAT(changes.first[1].at, ElementsAre(4, 3, 0));
  double before = 0, after = 0;
  std::memcpy(&before, changes.first[0].before.data(), sizeof before);
  std::memcpy(&after, changes.first[0].after.data(), sizeof after);
  EXPECT_EQ(before, 0.25);
  EXPECT_EQ(after, 0.5);
}

TEST_F(RestOfASlot, ComparesBitsNotValues) {
  at(0, -1) = 0.0;
  at(1, -1) = std::nan("1");
  const Rest kept = rest();
  EXPECT_EQ(kept.changes().points, 0) << "a NaN that stays the same has not changed";
  at(0, -1) = -0.0;
  at(1, -1) = std::nan("2");
  EXPECT_EQ(kept.changes().points, 2);
}

TEST_F(RestOfASlot, ListsTenPointsAndCountsAll) {
  boxes = {{Region::interior, layout.box}};
  const Rest kept = rest();
  for (long j = -1; j < 4; ++j)
    for (long i = -1; i < 5; ++i) at(i, j) = 1;
  const Changes changes = kept.changes();
  EXPECT_EQ(changes.points, 30);
  EXPECT_EQ(changes.bounds, layout.box);
  EXPECT_EQ(changes.first.size(), 10u);
}

TEST_F(RestOfASlot, MayBeEmpty) {
  boxes = {{Region::ghosts, {{0, 0, 0}, {0, 4, 1}}}};
  const Rest kept = rest();
  at(0, 0) = 1;
  EXPECT_EQ(kept.changes().points, 0);
}

TEST_F(RestOfASlot, HasElementsOfAnySize) {
  const Layout dense = array_layout({4, 1, 1});
  std::vector<std::byte> wide(4 * 16);
  const Rest kept(wide.data(), dense, 16, {{Region::interior, dense.box}});
  wide[2 * 16 + 15] = std::byte{1};
  const Changes changes = kept.changes();
  EXPECT_EQ(changes.points, 1);
  EXPECT_THAT(changes.first[0].at, ElementsAre(2, 0, 0));
  EXPECT_EQ(changes.first[0].after[15], std::byte{1});
}

} // namespace
} // namespace nopal
