#include "core/base/error.hpp"
#include "core/sets/icosahedral.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace nopal::icosahedral {
namespace {

using testing::ElementsAre;

constexpr std::array places{Place::cells, Place::edges, Place::vertices};

/// Six times the place of an element's middle in units of columns and rows: whole numbers for all elements.
struct Point {
  std::int64_t i = 0, j = 0;

  bool operator==(const Point&) const = default;
};

/// Corners of an element, with the lower left corner of its rhombus at (0, 0). From the drawing, not from the rule.
std::vector<Point> corners(Place place, int colour) {
  const Point here{0, 0}, right{6, 0}, above{0, 6}, across{6, 6};
  if (place == Place::vertices) return {here};
  if (place == Place::cells) return {here, across, colour == 0 ? right : above};
  return {here, colour == 0 ? right : colour == 1 ? above : across};
}

std::vector<Point> corners(Place place, const Element& element) {
  std::vector<Point> all = corners(place, element.colour);
  for (Point& each : all) each = {each.i + 6 * element.i, each.j + 6 * element.j};
  return all;
}

Point middle(Place place, const Element& element) {
  const std::vector<Point> all = corners(place, element);
  Point sum;
  for (const Point& each : all) sum = {sum.i + each.i, sum.j + each.j};
  return {sum.i / std::ssize(all), sum.j / std::ssize(all)};
}

/// The squared distance, in 36ths of the length of an edge. The axes stand at an angle of 120 degrees.
std::int64_t distance(const Point& from, const Point& to) {
  const std::int64_t i = to.i - from.i, j = to.j - from.j;
  return i * i + j * j - i * j;
}

/// The angle from the left, clockwise, in [0, 2 pi).
double clockwise(const Point& from, const Point& to) {
  const double i = static_cast<double>(to.i - from.i), j = static_cast<double>(to.j - from.j);
  const double x = i - 0.5 * j, y = std::sqrt(0.75) * j, whole = 2 * std::acos(-1.0);
  const double angle = std::acos(-1.0) - std::atan2(y, x);
  return angle < -1e-9 ? angle + whole : angle > whole - 1e-9 ? angle - whole : angle;
}

Element beside(const Element& element, const Shift& shift) {
  return {element.i + shift.i, shift.colour, element.j + shift.j};
}

/// Elements of `to` that stand beside an element, by their distance from it: all of those in the wide surroundings
/// whose distance is the least one, and not 0.
std::vector<Element> nearest(Place from, const Element& element, Place to) {
  std::vector<Element> found;
  std::int64_t least = 1000;
  for (std::int64_t i = element.i - 3; i <= element.i + 3; ++i)
    for (std::int64_t j = element.j - 3; j <= element.j + 3; ++j)
      for (int colour = 0; colour < colours(to); ++colour) {
        const Element other{i, colour, j};
        const std::int64_t apart = distance(middle(from, element), middle(to, other));
        if (apart == 0 || apart > least) continue;
        if (apart < least) found.clear();
        least = apart;
        found.push_back(other);
      }
  return found;
}

TEST(Icosahedral, NeighboursOfCellsAsPublished) {
  EXPECT_THAT(neighbours(Place::cells, 1, Place::cells), ElementsAre(Shift{-1, 0, 0}, Shift{0, 0, 1}, Shift{0, 0, 0}));
  EXPECT_THAT(neighbours(Place::cells, 0, Place::cells), ElementsAre(Shift{0, 1, 0}, Shift{1, 1, 0}, Shift{0, 1, -1}));
}

TEST(Icosahedral, NumberOfACellAsPublished) {
  const Rhombus rhombus(6, 4);
  EXPECT_EQ(rhombus.element(Place::cells, 14), (Element{2, 0, 1}));
  EXPECT_EQ(rhombus.number(Place::cells, {2, 0, 1}), 14);
}

TEST(Icosahedral, CountsFollowEuler) {
  const Rhombus rhombus(5, 7);
  EXPECT_EQ(rhombus.count(Place::cells), 70);
  EXPECT_EQ(rhombus.count(Place::edges), 105);
  EXPECT_EQ(rhombus.count(Place::vertices), 35);
  EXPECT_EQ(rhombus.count(Place::vertices) - rhombus.count(Place::edges) + rhombus.count(Place::cells), 0);
}

TEST(Icosahedral, NumbersAndElementsAreInverse) {
  const Rhombus rhombus(4, 5);
  for (const Place place : places)
    for (std::int64_t n = 0; n < rhombus.count(place); ++n) {
      const Element each = rhombus.element(place, n);
      EXPECT_EQ(rhombus.number(place, each), n);
      EXPECT_EQ(rhombus.number(place, {each.i - 4, each.colour, each.j + 10}), n);
      EXPECT_TRUE(each.i >= 0 && each.i < 4 && each.j >= 0 && each.j < 5);
    }
}

TEST(Icosahedral, ArityOfEachMap) {
  std::vector<int> all;
  for (const Place from : places)
    for (const Place to : places) all.push_back(arity(from, to));
  EXPECT_THAT(all, ElementsAre(3, 3, 3, 2, 4, 2, 6, 6, 6));
}

TEST(Icosahedral, NeighboursAreTheNearestElements) {
  for (const Place from : places)
    for (const Place to : places)
      for (int colour = 0; colour < colours(from); ++colour) {
        const Element element{1, colour, 2};
        std::vector<Element> rule;
        for (const Shift& shift : neighbours(from, colour, to)) rule.push_back(beside(element, shift));
        EXPECT_THAT(nearest(from, element, to), testing::UnorderedElementsAreArray(rule))
            << "from " << static_cast<int>(from) << " to " << static_cast<int>(to) << ", colour " << colour;
      }
}

/// From cells and from vertices, all neighbours go round clockwise, beginning at the left or above it.
TEST(Icosahedral, NeighboursGoRoundClockwise) {
  for (const Place from : {Place::cells, Place::vertices})
    for (const Place to : places)
      for (int colour = 0; colour < colours(from); ++colour) {
        const Element element{0, colour, 0};
        const std::span<const Shift> rule = neighbours(from, colour, to);
        double turned = 0;
        for (std::size_t n = 0; n < rule.size(); ++n) {
          const double here = clockwise(middle(from, element), middle(to, beside(element, rule[n])));
          const double next =
              clockwise(middle(from, element), middle(to, beside(element, rule[(n + 1) % rule.size()])));
          const double step = next - here + (next < here ? 2 * std::acos(-1.0) : 0);
          EXPECT_NEAR(step, 2 * std::acos(-1.0) / static_cast<double>(rule.size()), 1e-9);
          turned += step;
        }
        EXPECT_NEAR(turned, 2 * std::acos(-1.0), 1e-9);
      }
}

/// Neighbour n of a cell lies behind edge n, and vertex n stands opposite to edge n.
TEST(Icosahedral, CellsEdgesAndVerticesOfACellBelongTogether) {
  for (int colour = 0; colour < 2; ++colour) {
    const Element cell{0, colour, 0};
    for (std::size_t n = 0; n < 3; ++n) {
      const Point centre = middle(Place::cells, cell);
      const Point side = middle(Place::edges, beside(cell, neighbours(Place::cells, colour, Place::edges)[n]));
      const Point other = middle(Place::cells, beside(cell, neighbours(Place::cells, colour, Place::cells)[n]));
      const Point corner = middle(Place::vertices, beside(cell, neighbours(Place::cells, colour, Place::vertices)[n]));
      EXPECT_EQ((Point{2 * (side.i - centre.i), 2 * (side.j - centre.j)}),
                (Point{other.i - centre.i, other.j - centre.j}));
      EXPECT_EQ((Point{-2 * (side.i - centre.i), -2 * (side.j - centre.j)}),
                (Point{corner.i - centre.i, corner.j - centre.j}));
    }
  }
}

/// The first cell of an edge points up and lies on the left of the way from its first vertex to its second one.
TEST(Icosahedral, DirectionOfAnEdge) {
  for (int colour = 0; colour < 3; ++colour) {
    const Element edge{0, colour, 0};
    const std::span<const Shift> cells = neighbours(Place::edges, colour, Place::cells);
    EXPECT_THAT((std::vector{cells[0].colour, cells[1].colour}), ElementsAre(0, 1));
    const std::span<const Shift> vertices = neighbours(Place::edges, colour, Place::vertices);
    const Point begin = middle(Place::vertices, beside(edge, vertices[0]));
    const Point end = middle(Place::vertices, beside(edge, vertices[1]));
    for (std::size_t side = 0; side < 2; ++side) {
      const Point cell = middle(Place::cells, beside(edge, cells[side]));
      const std::int64_t turn = (end.i - begin.i) * (cell.j - begin.j) - (end.j - begin.j) * (cell.i - begin.i);
      EXPECT_TRUE(side == 0 ? turn > 0 : turn < 0);
    }
  }
}

/// Edges beside an edge: the two of the first cell, then those of the second, each clockwise after the edge itself.
TEST(Icosahedral, EdgesBesideAnEdgeFollowItsCells) {
  for (int colour = 0; colour < 3; ++colour) {
    const Element edge{0, colour, 0};
    std::vector<Element> expected, found;
    for (const Shift& shift : neighbours(Place::edges, colour, Place::cells)) {
      const Element cell = beside(edge, shift);
      const std::span<const Shift> sides = neighbours(Place::cells, cell.colour, Place::edges);
      for (std::size_t n = 0; n < 3; ++n)
        if (beside(cell, sides[n]) == edge)
          for (const std::size_t after : {1U, 2U}) expected.push_back(beside(cell, sides[(n + after) % 3]));
    }
    for (const Shift& shift : neighbours(Place::edges, colour, Place::edges)) found.push_back(beside(edge, shift));
    EXPECT_EQ(found, expected);
  }
}

/// An element a leads to b exactly as often as b leads back to a, and no element leads to another one twice.
TEST(Icosahedral, MapsThereAndBackAreInverse) {
  for (const auto& [columns, rows] : {std::array{3, 3}, std::array{3, 5}, std::array{6, 4}}) {
    const Rhombus rhombus(columns, rows);
    for (const Place from : places)
      for (const Place to : places) {
        const MapTable there = rhombus.map(from, to, 0, rhombus.count(from));
        const MapTable back = rhombus.map(to, from, 0, rhombus.count(to));
        ASSERT_EQ(there.rows(), rhombus.count(from));
        for (std::int64_t a = 0; a < there.rows(); ++a)
          for (const std::int64_t b : there.row(a)) {
            EXPECT_EQ(std::ranges::count(there.row(a), b), 1);
            EXPECT_EQ(std::ranges::count(back.row(b), a), 1);
          }
      }
  }
}

TEST(Icosahedral, BlocksOfRowsMakeTheWholeTable) {
  const Rhombus rhombus(4, 3);
  const MapTable whole = rhombus.map(Place::edges, Place::vertices, 0, 36);
  std::vector<std::int64_t> targets;
  for (const auto& [first, count] : {std::array{0, 7}, std::array{7, 0}, std::array{7, 29}}) {
    const MapTable block = rhombus.map(Place::edges, Place::vertices, first, count);
    EXPECT_EQ(block.rows(), count);
    targets.insert(targets.end(), block.targets().begin(), block.targets().end());
  }
  EXPECT_EQ(MapTable(2, targets), whole);
}

TEST(Icosahedral, RefusesOtherSizes) {
  EXPECT_THROW(Rhombus(2, 5), Error);
  EXPECT_THROW(Rhombus(5, 2), Error);
  EXPECT_THROW(Rhombus(5, (std::int64_t{1} << 28) + 1), Error);
  EXPECT_NO_THROW(Rhombus(std::int64_t{1} << 28, std::int64_t{1} << 28));
}

} // namespace
} // namespace nopal::icosahedral
