#pragma once
// Files of the series that earlier runs have written.

#include "options.hpp"

#include <string>

namespace nopal::hdf5 {

/// Rank 0 calls this before the first output of a run. A run that goes on from a checkpoint removes the files of later
/// iterations; a new run warns of files that exist. Returns the grids (xdmf_grid()) that the index has so far. Throws
/// Error.
std::string begin_series(const Call& call, const Options& options);

} // namespace nopal::hdf5
