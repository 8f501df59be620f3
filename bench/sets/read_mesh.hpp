#pragma once
// A mesh of quadrilaterals for the airfoil case, as parfiles/meshes/README.md describes it.

#include <string>
#include <vector>

namespace bench {

struct Mesh {
  enum Bound { wall = 1, far_field = 2 };

  long nodes = 0, cells = 0, edges = 0, bedges = 0;
  std::vector<double> x;                   ///< 2 for each node
  std::vector<int> cell_nodes;             ///< 4 for each cell
  std::vector<int> edge_nodes, edge_cells; ///< 2 for each edge
  std::vector<int> bedge_nodes;            ///< 2 for each boundary edge
  std::vector<int> bedge_cell, bedge_bound;
};

/// Reads a mesh from an HDF5 file. Throws nopal::Error if a dataset is missing or has another size, or if a table names
/// an element that does not exist.
Mesh read_mesh(const std::string& path);

} // namespace bench
