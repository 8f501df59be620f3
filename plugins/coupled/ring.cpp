// The mesh: a ring of beads, and the wires between them.

#include "ring.hpp"

#include <vector>

NOPAL_MESH(ring) {
  const coupled::Ring ring(maker.parameters());
  const int rank = maker.collective().rank();
  maker.set("coupled::beads", ring.beads);
  maker.set("coupled::links", ring.beads);
  const nopal::ElementBlocks blocks = maker.blocks("coupled::beads"); // those of the links are the same
  std::vector<std::int64_t> ends;
  std::vector<double> places;
  for (std::int64_t bead = blocks.first(rank); bead < blocks.first(rank + 1); ++bead) {
    ends.push_back(bead);
    ends.push_back((bead + 1) % ring.beads);
    for (const double coordinate : ring.place(bead)) places.push_back(coordinate);
  }
  maker.map("coupled::link_beads", {2, std::move(ends)});
  maker.positions("coupled::beads", 2, std::move(places));
}

NOPAL_FUNCTION(place) {
  const coupled::Ring ring(call);
  const nopal::LocalSet& beads = call.services().mesh().set("coupled::beads");
  const auto place = call.write<double>("place");
  for (long n = 0; n < beads.owned; ++n) {
    const std::array<double, 2> of_bead = ring.place(beads.numbers[static_cast<std::size_t>(n)]);
    for (int axis = 0; axis < 2; ++axis) place(axis, n) = of_bead[static_cast<std::size_t>(axis)];
  }
}
