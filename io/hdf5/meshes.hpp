#pragma once
// The parameter `meshes`: what the XDMF file shows as unstructured grids.

#include <nopal/thorn.hpp>

#include <string>
#include <vector>

namespace nopal::hdf5 {

/// The rows of a map are cells, and their targets the corners. A dat has the coordinates of these.
struct ShownMesh {
  MeshMap map;
  std::string cells;    ///< full name of the set that the map leads from
  std::string nodes;    ///< that it leads to
  std::string shape;    ///< XDMF's name of a cell's shape, such as "Quadrilateral"
  int coordinates = -1; ///< variable
};

/// Returns the entries of the parameter. Adds an error for each one that is wrong, and leaves it out.
std::vector<ShownMesh> shown_meshes(const Call& call, ErrorList& errors);

} // namespace nopal::hdf5
