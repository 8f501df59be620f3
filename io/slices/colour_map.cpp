#include "colour_map.hpp"

#include "colour_tables.hpp"

#include <nopal/thorn.hpp>

#include <array>
#include <string>

namespace nopal::slices {

namespace {

constexpr auto grey = [] {
  std::array<Colour, n_shades> table{};
  for (Colour level = 0; level < n_shades; ++level) table[level] = level * 0x010101;
  return table;
}();

const Colour* table_of(std::string_view name) {
  if (name == "viridis") return viridis;
  if (name == "magma") return magma;
  if (name == "grey") return grey.data();
  if (name == "coolwarm") return coolwarm;
  throw Error("slices has no colour map '" + std::string(name) + "'");
}

} // namespace

ColourMap::ColourMap(std::string_view name) : table_(table_of(name)) {}

Colour ColourMap::operator()(Shade shade) const {
  if (shade == not_finite) return not_finite_colour;
  if (shade == not_positive) return not_positive_colour;
  if (shade == no_cell) return no_cell_colour;
  return table_[shade];
}

} // namespace nopal::slices
