#pragma once
// The XDMF file. It describes to ParaView and VisIt what the HDF5 files hold.

#include "content.hpp"
#include "options.hpp"

namespace nopal::hdf5 {

/// Returns the grid of one output, an element of a collection in time: the grid functions, and each mesh whose
/// coordinates the HDF5 file holds. If there are several, they are a collection. Empty: the output has neither.
std::string xdmf_grid(const Options& options, const Call& call, const Content& content);

/// Returns a complete XDMF document of grids.
std::string xdmf_document(const std::string& grids);

/// Returns the grids of an existing document for iterations up to this one. Empty: there is no document.
std::string grids_until(const std::string& path, std::int64_t until);

} // namespace nopal::hdf5
