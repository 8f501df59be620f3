#pragma once
// An unstructured mesh in the XDMF file.

#include "content.hpp"
#include "options.hpp"

namespace nopal::hdf5 {

/// True if the mesh has cells and the file has its coordinates.
bool is_shown(const Call& call, const Content& content, const ShownMesh& mesh);

/// Returns the elements of an XDMF grid: cells, coordinates, and the dats on cells and on nodes.
std::string xdmf_mesh(const Options& options, const Call& call, const Content& content, const ShownMesh& mesh);

} // namespace nopal::hdf5
