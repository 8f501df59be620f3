#include "core/sets/icosahedral.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

namespace nopal::icosahedral {

namespace {

constexpr std::int64_t largest = std::int64_t{1} << 28;

// One line for each colour.
constexpr Shift cell_cells[] = {{0, 1, 0},  {1, 1, 0}, {0, 1, -1}, //
                                {-1, 0, 0}, {0, 0, 1}, {0, 0, 0}};
constexpr Shift cell_edges[] = {{0, 2, 0}, {1, 1, 0}, {0, 0, 0}, //
                                {0, 1, 0}, {0, 0, 1}, {0, 2, 0}};
constexpr Shift cell_vertices[] = {{1, 0, 0}, {0, 0, 0}, {1, 0, 1}, //
                                   {1, 0, 1}, {0, 0, 0}, {0, 0, 1}};
constexpr Shift edge_cells[] = {{0, 0, 0},  {0, 1, -1}, //
                                {-1, 0, 0}, {0, 1, 0},  //
                                {0, 0, 0},  {0, 1, 0}};
constexpr Shift edge_edges[] = {{0, 2, 0},  {1, 1, 0},  {0, 2, -1}, {0, 1, -1}, //
                                {-1, 0, 0}, {-1, 2, 0}, {0, 0, 1},  {0, 2, 0},  //
                                {1, 1, 0},  {0, 0, 0},  {0, 1, 0},  {0, 0, 1}};
constexpr Shift edge_vertices[] = {{0, 0, 0}, {1, 0, 0}, //
                                   {0, 0, 0}, {0, 0, 1}, //
                                   {1, 0, 1}, {0, 0, 0}};
constexpr Shift vertex_cells[] = {{-1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 1, -1}, {-1, 0, -1}, {-1, 1, -1}};
constexpr Shift vertex_edges[] = {{-1, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 0}, {0, 1, -1}, {-1, 2, -1}};
constexpr Shift vertex_vertices[] = {{-1, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}, {0, 0, -1}, {-1, 0, -1}};

/// All colours, one after another.
std::span<const Shift> rule(Place from, Place to) {
  switch (from) {
  case Place::cells:
    if (to == Place::cells) return cell_cells;
    return to == Place::edges ? std::span<const Shift>(cell_edges) : cell_vertices;
  case Place::edges:
    if (to == Place::cells) return edge_cells;
    return to == Place::edges ? std::span<const Shift>(edge_edges) : edge_vertices;
  case Place::vertices:
    if (to == Place::cells) return vertex_cells;
    return to == Place::edges ? std::span<const Shift>(vertex_edges) : vertex_vertices;
  }
  return {};
}

std::int64_t remainder(std::int64_t index, std::int64_t n) { return (index % n + n) % n; }

} // namespace

int colours(Place place) { return place == Place::cells ? 2 : place == Place::edges ? 3 : 1; }

int arity(Place from, Place to) { return static_cast<int>(rule(from, to).size()) / colours(from); }

std::span<const Shift> neighbours(Place from, int colour, Place to) {
  NOPAL_ASSERT(colour >= 0 && colour < colours(from));
  const auto n = static_cast<std::size_t>(arity(from, to));
  return rule(from, to).subspan(static_cast<std::size_t>(colour) * n, n);
}

Rhombus::Rhombus(std::int64_t columns, std::int64_t rows) : columns_(columns), rows_(rows) {
  if (columns < 3 || rows < 3 || columns > largest || rows > largest)
    throw Error(
        fmt::format("an icosahedral grid of {} columns and {} rows; expected 3 to {} of each", columns, rows, largest));
}

std::int64_t Rhombus::number(Place place, const Element& element) const {
  return remainder(element.i, columns_) + columns_ * (element.colour + colours(place) * remainder(element.j, rows_));
}

Element Rhombus::element(Place place, std::int64_t number) const {
  NOPAL_ASSERT(number >= 0 && number < count(place));
  const std::int64_t line = number / columns_;
  return {number % columns_, static_cast<int>(line % colours(place)), line / colours(place)};
}

MapTable Rhombus::map(Place from, Place to, std::int64_t first, std::int64_t count) const {
  std::vector<std::int64_t> targets;
  targets.reserve(static_cast<std::size_t>(count * arity(from, to)));
  for (std::int64_t n = first; n < first + count; ++n) {
    const Element each = element(from, n);
    for (const Shift& shift : neighbours(from, each.colour, to))
      targets.push_back(number(to, {each.i + shift.i, shift.colour, each.j + shift.j}));
  }
  return {arity(from, to), std::move(targets)};
}

} // namespace nopal::icosahedral
