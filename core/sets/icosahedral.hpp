#pragma once
// The icosahedral topology: a plane of equal triangles, whose neighbours follow from indices by a rule.
// docs/icosahedral.md has drawings.

#include "core/sets/map_table.hpp"

#include <cstdint>
#include <span>

namespace nopal::icosahedral {

/// What has an index: the triangles, their sides, their corners.
enum class Place { cells, edges, vertices };

/// Elements are numbered by a column i, a row j, and a colour, which tells apart those of one rhombus of two triangles.
/// Cells: 0 points up, 1 points down. Edges: 0 along i, 1 along j, 2 across the rhombus. Vertices have one colour.
struct Element {
  std::int64_t i = 0;
  int colour = 0;
  std::int64_t j = 0;

  bool operator==(const Element&) const = default;
};

/// Where a neighbour stands: so many columns and rows away, with this colour.
struct Shift {
  int i = 0, colour = 0, j = 0;

  bool operator==(const Shift&) const = default;
};

/// Returns the number of colours: 2 of cells, 3 of edges, 1 of vertices.
int colours(Place place);
/// Returns how many elements of `to` stand beside each element of `from`.
int arity(Place from, Place to);
/// Returns the rule: the elements of `to` beside an element of `from` that has this colour. Those of cells and vertices
/// go round clockwise. Edge to cells: the cell that points up, then the other one. Edge to vertices: the first cell
/// lies on the left of the way from the first to the second one. Edge to edges: two of the first cell, then two of the
/// second, each clockwise after the edge itself.
std::span<const Shift> neighbours(Place from, int colour, Place to);

/// A rhombus of columns x rows rhombi of two triangles each. It is periodic along both indices, so it has no boundary,
/// and each element has all of its neighbours.
class Rhombus {
public:
  /// Throws Error unless both are 3 to 2²⁸. With fewer than 3 an element would be its own neighbour, or twice
  /// another's.
  Rhombus(std::int64_t columns, std::int64_t rows);

  std::int64_t columns() const { return columns_; }
  std::int64_t rows() const { return rows_; }
  /// Returns the number of elements: columns x colours x rows.
  std::int64_t count(Place place) const { return columns_ * colours(place) * rows_; }
  /// A line is the elements of one colour and one row. Line l holds the numbers l columns to (l + 1) columns - 1, in
  /// the order of the columns. Returns the number of lines.
  std::int64_t lines(Place place) const { return colours(place) * rows_; }
  /// Returns the number of an element: i + columns (colour + colours j). Indices outside mean their periodic images.
  std::int64_t number(Place place, const Element& element) const;
  /// Returns the element that has a number, which must be at least 0 and below count().
  Element element(Place place, std::int64_t number) const;
  /// Returns the rows first, first + 1, …, first + count - 1 of the map from `from` to `to`, with numbers as targets.
  MapTable map(Place from, Place to, std::int64_t first, std::int64_t count) const;

  bool operator==(const Rhombus&) const = default;

private:
  std::int64_t columns_, rows_;
};

} // namespace nopal::icosahedral
