#pragma once
// What earlier runs have written of the series.

#include "options.hpp"

#include <string>

namespace nopal::hdf5 {

/// Before the first output of this run: what the run that this one goes on from has written after its checkpoint is
/// removed; in a new series files that are there are warned of. Returns the index's grids (xdmf_grid()) so far. By rank
/// 0; throws Error.
std::string begin_series(const Call& call, const Options& options);

} // namespace nopal::hdf5
