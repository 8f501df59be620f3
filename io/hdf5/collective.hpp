#pragma once
// The file of an iteration, written by parallel HDF5.

#include "options.hpp"
#include "unfinished.hpp"

#include <vector>

namespace nopal::hdf5 {

/// `bytes`: what the variables take. On the disk, if options.durability says so, when it returns; not published.
/// Collective.
void write_collectively(Call& call, const Options& options, const std::vector<Slot>& slots, std::int64_t bytes,
                        const Unfinished& unfinished);

} // namespace nopal::hdf5
