#pragma once
// The XDMF file: light data that tells ParaView and VisIt what the HDF5 files hold.

#include "options.hpp"

namespace nopal::hdf5 {

/// The grid of one output, as an element of a temporal collection; `slots` as written to the HDF5 file.
std::string xdmf_grid(const Options& options, const Call& call, const std::vector<Slot>& slots);

/// A complete XDMF document of those grids.
std::string xdmf_document(const std::string& grids);

/// The grids of a document that is there, those of iterations up to this one; none where there is no document.
std::string grids_until(const std::string& path, std::int64_t until);

} // namespace nopal::hdf5
