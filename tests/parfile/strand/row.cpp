// The mesh of a row of cells, and its data.

#include <nopal/thorn.hpp>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

using namespace nopal;

NOPAL_MESH(row) {
  const std::int64_t n = maker.parameters().integer("strand::cells");
  const int rank = maker.collective().rank();
  maker.set("strand::cells", n);
  maker.set("strand::links", n - 1);
  const ElementBlocks links = maker.blocks("strand::links"), cells = maker.blocks("strand::cells");
  std::vector<std::int64_t> targets;
  for (std::int64_t link = links.first(rank); link < links.first(rank + 1); ++link)
    targets.insert(targets.end(), {link, link + 1});
  maker.map("strand::link_cells", {2, std::move(targets)});
  std::vector<double> places;
  for (std::int64_t cell = cells.first(rank); cell < cells.first(rank + 1); ++cell)
    places.push_back(static_cast<double>(cell));
  maker.positions("strand::cells", 1, std::move(places));
}

NOPAL_FUNCTION(fill) {
  const LocalSet& cells = call.services().mesh().set("strand::cells");
  const auto u = call.write<double>("u");
  for (long n = 0; n < cells.owned; ++n)
    for (int c = 0; c < 2; ++c)
      u(c, n) = std::sin(static_cast<double>(3 * cells.numbers[static_cast<std::size_t>(n)] + c));
  const LocalSet& links = call.services().mesh().set("strand::links");
  const auto number = call.write<std::int64_t>("number");
  for (long n = 0; n < links.owned; ++n) number(0, n) = links.numbers[static_cast<std::size_t>(n)];
}
