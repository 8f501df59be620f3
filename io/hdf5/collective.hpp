#pragma once
// The file of an iteration, written by parallel HDF5.

#include "content.hpp"
#include "options.hpp"
#include "unfinished.hpp"

namespace nopal::hdf5 {

/// Writes the file under its temporary name. `bytes`: the largest size that the file can have. When the function
/// returns, the file is as durable as options.durability says. Collective.
void write_collectively(Call& call, const Options& options, const Content& content, std::int64_t bytes,
                        const Unfinished& unfinished);

} // namespace nopal::hdf5
