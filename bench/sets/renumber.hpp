#pragma once
// A mesh in an order in which neighbours are close in memory.

#include "bench/sets/read_mesh.hpp"

#include <vector>

namespace bench {

struct Renumbered {
  Mesh mesh;
  std::vector<int> old_cell; ///< the number that each cell has had
};

/// Orders cells by reverse Cuthill-McKee, nodes as cells first name them, and edges by their cells.
Renumbered renumbered(const Mesh& mesh);

} // namespace bench
