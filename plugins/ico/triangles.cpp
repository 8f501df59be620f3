// The mesh of the thorn, by rule, and where its elements lie.

#include <nopal/icosahedral.hpp>
#include <nopal/thorn.hpp>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace nopal;
using icosahedral::Element;
using icosahedral::Place;
using icosahedral::Rhombus;

struct Named {
  Place place;
  std::string set, one; ///< the name of the set, and that of one element in the names of maps
};

const std::array<Named, 3>& all_places() {
  static const std::array<Named, 3> all{
      {{Place::cells, "cells", "cell"}, {Place::edges, "edges", "edge"}, {Place::vertices, "vertices", "vertex"}}};
  return all;
}

/// The middle of an element, in columns and rows from the vertex (0, 0, 0).
std::array<double, 2> middle(Place place, const Element& element) {
  constexpr double third = 1.0 / 3, half = 0.5;
  constexpr std::array<std::array<double, 2>, 2> of_cells{{{2 * third, third}, {third, 2 * third}}};
  constexpr std::array<std::array<double, 2>, 3> of_edges{{{half, 0}, {0, half}, {half, half}}};
  std::array<double, 2> shift{};
  if (place == Place::cells) shift = of_cells[static_cast<std::size_t>(element.colour)];
  if (place == Place::edges) shift = of_edges[static_cast<std::size_t>(element.colour)];
  return {static_cast<double>(element.i) + shift[0], static_cast<double>(element.j) + shift[1]};
}

/// Calls visit(local number, element) for the elements of a set that this process owns.
template <class Visit>
void for_owned(Call& call, const Rhombus& rhombus, Place place, const std::string& set, const Visit& visit) {
  const LocalSet& local = call.services().mesh().set("ico::" + set);
  for (long n = 0; n < local.owned; ++n) visit(n, rhombus.element(place, local.numbers[static_cast<std::size_t>(n)]));
}

/// Writes the positions of a set as angles: both axes of the torus go from 0 to 2 pi.
void fill_angles(Call& call, const Rhombus& rhombus, Place place, const std::string& set, const std::string& variable) {
  const auto angles = call.write<double>(variable);
  for_owned(call, rhombus, place, set, [&](long n, const Element& element) {
    const std::array<double, 2> position = middle(place, element);
    angles(0, n) = 2 * M_PI * position[0] / static_cast<double>(rhombus.columns());
    angles(1, n) = 2 * M_PI * position[1] / static_cast<double>(rhombus.rows());
  });
}

} // namespace

NOPAL_MESH(triangles) {
  const std::string& maps = maker.parameters().string("ico::maps");
  if (maps == "file") return;
  const Rhombus rhombus(maker.parameters().integer("ico::columns"), maker.parameters().integer("ico::rows"));
  const bool by_rule = maps == "rule";
  for (const Named& each : all_places()) {
    if (by_rule)
      maker.set("ico::" + each.set, rhombus, each.place);
    else
      maker.set("ico::" + each.set, rhombus.count(each.place));
  }
  for (const Named& from : all_places()) {
    const ElementBlocks blocks = maker.blocks("ico::" + from.set);
    const int rank = maker.collective().rank();
    for (const Named& to : all_places()) {
      const std::string map = "ico::" + from.one + '_' + to.set;
      if (by_rule)
        maker.rule(map);
      else
        maker.map(map, rhombus.map(from.place, to.place, blocks.first(rank), blocks.count(rank)));
    }
  }
}

NOPAL_FUNCTION(place) {
  const Rhombus rhombus(call.integer("columns"), call.integer("rows"));
  fill_angles(call, rhombus, Place::cells, "cells", "centre");
  fill_angles(call, rhombus, Place::edges, "edges", "middle");
  fill_angles(call, rhombus, Place::vertices, "vertices", "corner");
  const double high = std::sqrt(0.75);
  const std::array<std::array<double, 2>, 3> normals{{{0, -1}, {high, 0.5}, {-high, 0.5}}};
  const auto normal = call.write<double>("normal");
  for_owned(call, rhombus, Place::edges, "edges", [&](long n, const Element& edge) {
    normal(0, n) = normals[static_cast<std::size_t>(edge.colour)][0];
    normal(1, n) = normals[static_cast<std::size_t>(edge.colour)][1];
  });
}
