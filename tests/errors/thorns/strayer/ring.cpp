// Three cells in a ring, with an edge between each two of them.

#include <nopal/thorn.hpp>

#include <cstdint>
#include <utility>
#include <vector>

NOPAL_MESH(ring) {
  constexpr std::int64_t n = 3;
  const int rank = maker.collective().rank();
  const bool differs = rank == 1 && maker.parameters().string("strayer::fault") == "sizes";
  for (const char* set : {"strayer::cells", "strayer::edges"}) maker.set(set, differs ? n + 1 : n);
  std::vector<std::int64_t> cells, edges, offsets{0};
  const nopal::ElementBlocks of_edges = maker.blocks("strayer::edges"), of_cells = maker.blocks("strayer::cells");
  for (std::int64_t e = of_edges.first(rank); e < of_edges.first(rank + 1); ++e)
    for (const std::int64_t cell : {e, (e + 1) % n}) cells.push_back(cell);
  for (std::int64_t c = of_cells.first(rank); c < of_cells.first(rank + 1); ++c) {
    for (const std::int64_t edge : {(c + n - 1) % n, c}) edges.push_back(edge);
    offsets.push_back(std::ssize(edges));
  }
  maker.map("strayer::edge_cells", {2, std::move(cells)});
  maker.map("strayer::cell_edges", {std::move(offsets), std::move(edges)});
}
