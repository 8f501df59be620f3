#include "io/nan_checker/find.hpp"
#include "io/nan_checker/news.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace nopal::nan_checker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::nan("");

/// A field of ones. A layer of NaN surrounds the points that nan_checker looks at.
template <class T> struct Grid {
  Box box{{-1, 3, 0}, {4, 6, 2}};
  Layout layout = grid_layout({{-2, 2, -1}, {5, 7, 3}}, -2, 3);
  std::vector<T> values = std::vector<T>(static_cast<std::size_t>(layout.size), T(nan));

  Grid() {
    for (long k = 0; k < 2; ++k)
      for (long j = 3; j < 6; ++j)
        for (long i = -1; i < 4; ++i) at(i, j, k) = T(1);
  }
  T& at(long i, long j, long k) { return values[static_cast<std::size_t>(layout.index(i, j, k))]; }
  Field<const T> field() const { return {values.data(), layout}; }
  Found found(std::size_t most_points) const { return find(field(), box, most_points, 3); }
};

std::vector<Index> places(const Found& found) {
  std::vector<Index> all;
  for (const Point& point : found.first) all.push_back(point.at);
  return all;
}

TEST(Find, NothingWhereAllIsFinite) {
  Grid<double> grid;
  grid.at(0, 3, 1) = std::numeric_limits<double>::max();
  grid.at(1, 3, 1) = -5e-324;
  EXPECT_FALSE(finds_any(grid.field(), grid.box));
  const Found found = grid.found(10);
  EXPECT_EQ(found.total(), 0);
  EXPECT_TRUE(found.box.empty());
  EXPECT_THAT(found.first, IsEmpty());
}

TEST(Find, CountsEnclosesAndListsTheFirst) {
  Grid<double> grid;
  grid.at(3, 5, 1) = nan;
  grid.at(0, 5, 0) = infinity;
  grid.at(-1, 4, 1) = -infinity;
  grid.at(2, 4, 0) = -nan;
  EXPECT_TRUE(finds_any(grid.field(), grid.box));
  const Found all = grid.found(10);
  EXPECT_EQ(all.nan, 2);
  EXPECT_EQ(all.plus_infinity, 1);
  EXPECT_EQ(all.minus_infinity, 1);
  EXPECT_EQ(all.total(), 4);
  EXPECT_EQ(all.box, (Box{{-1, 4, 0}, {4, 6, 2}}));
  EXPECT_THAT(places(all), ElementsAre(Index{2, 4, 0}, Index{0, 5, 0}, Index{-1, 4, 1}, Index{3, 5, 1}));
  EXPECT_TRUE(std::isnan(all.first[0].value[0]));
  EXPECT_EQ(all.first[1].value[0], infinity);
  EXPECT_EQ(all.first[1].rank, 3);
  const Found some = grid.found(2);
  EXPECT_EQ(some.total(), 4);
  EXPECT_THAT(places(some), ElementsAre(Index{2, 4, 0}, Index{0, 5, 0}));
}

TEST(Find, ComplexNumbersHaveTwoParts) {
  Grid<std::complex<double>> grid;
  grid.at(0, 3, 0) = {1, nan};
  grid.at(1, 3, 0) = {infinity, nan};
  grid.at(2, 3, 0) = {1, -infinity};
  grid.at(3, 3, 0) = {infinity, -infinity};
  const Found found = grid.found(1);
  EXPECT_EQ(found.nan, 2);
  EXPECT_EQ(found.minus_infinity, 1);
  EXPECT_EQ(found.plus_infinity, 1);
  EXPECT_EQ(found.first.at(0).value[0], 1);
  EXPECT_TRUE(std::isnan(found.first.at(0).value[1]));
}

TEST(Find, PartsOfAGridMakeTheWhole) {
  Grid<double> grid;
  for (long k = 0; k < 2; ++k)
    for (long i = -1; i < 4; ++i) grid.at(i, 3 + (i + k + 1) % 3, k) = i % 2 == 0 ? nan : infinity;
  for (const std::size_t most : {0UL, 1UL, 4UL, 100UL}) {
    const Found whole = grid.found(most);
    for (int axis = 0; axis < 3; ++axis)
      for (long cut = grid.box.lower[axis] + 1; cut < grid.box.upper[axis]; ++cut) {
        Box low = grid.box, high = grid.box;
        low.upper[axis] = high.lower[axis] = cut;
        Found joined = find(grid.field(), low, most, 0);
        joined.merge(find(grid.field(), high, most, 1), most);
        EXPECT_EQ(joined.nan, whole.nan);
        EXPECT_EQ(joined.plus_infinity, whole.plus_infinity);
        EXPECT_EQ(joined.box, whole.box);
        EXPECT_EQ(places(joined), places(whole));
      }
  }
}

TEST(Find, ElementsOfASetInTheOrderOfTheirNumbers) {
  LocalSet set;
  set.owned = 4;
  set.stored = 5;
  set.numbers = {7, 2, 9, 0, 1};
  const Layout layout = array_layout({3, set.stored, 1});
  std::vector<double> values(static_cast<std::size_t>(layout.size), 1.0);
  const auto at = [&](long component, long element) -> double& {
    return values[static_cast<std::size_t>(layout.index(component, element, 0))];
  };
  const Field<const double> field{values.data(), layout};
  at(0, 4) = nan; // a ghost
  EXPECT_EQ(find(field, set, 3, 10, 5).total(), 0);
  at(2, 0) = nan;
  at(0, 0) = infinity;
  at(1, 2) = nan;
  at(2, 1) = -infinity;
  const Found all = find(field, set, 3, 10, 5);
  EXPECT_EQ(all.nan, 2);
  EXPECT_EQ(all.plus_infinity, 1);
  EXPECT_EQ(all.minus_infinity, 1);
  EXPECT_EQ(all.box, (Box{{0, 2, 0}, {3, 10, 1}}));
  EXPECT_THAT(places(all), ElementsAre(Index{2, 2, 0}, Index{0, 7, 0}, Index{2, 7, 0}, Index{1, 9, 0}));
  EXPECT_EQ(all.first[1].value[0], infinity);
  EXPECT_EQ(all.first[0].rank, 5);
  EXPECT_THAT(places(find(field, set, 3, 2, 5)), ElementsAre(Index{2, 2, 0}, Index{0, 7, 0}));
  EXPECT_EQ(find(field, set, 3, 2, 5).total(), 4);
}

TEST(News, TellOnceUntilFiniteAgain) {
  News news;
  EXPECT_THAT(news.update({4, 7}, {true, false}), IsEmpty());
  EXPECT_THAT(news.fresh(), ElementsAre(7));
  news.told();
  EXPECT_THAT(news.fresh(), IsEmpty());
  EXPECT_THAT(news.update({4, 7}, {false, false}), IsEmpty());
  EXPECT_THAT(news.fresh(), ElementsAre(4));
  news.told();
  EXPECT_THAT(news.update({4, 7}, {false, true}), ElementsAre(7));
  EXPECT_THAT(news.fresh(), IsEmpty());
  EXPECT_THAT(news.update({4, 7}, {false, false}), IsEmpty());
  EXPECT_THAT(news.fresh(), ElementsAre(7)) << "not finite anew";
}

TEST(News, WhatIsNotToldStaysNewAndWhatIsNotWatchedIsForgotten) {
  News news;
  news.update({1, 2}, {false, false});
  news.update({1, 2}, {false, false});
  EXPECT_THAT(news.fresh(), ElementsAre(1, 2));
  news.told();
  EXPECT_THAT(news.update({2}, {true}), ElementsAre(2));
  EXPECT_THAT(news.update({1, 2}, {true, true}), IsEmpty());
}

} // namespace
} // namespace nopal::nan_checker
