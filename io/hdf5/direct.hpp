#pragma once
// The file of an iteration without MPI-IO: rank 0 lays it out with HDF5, then each process writes its own values.

#include "content.hpp"
#include "options.hpp"
#include "unfinished.hpp"
#include "values.hpp"

#include <vector>

namespace nopal::hdf5 {

/// Creates the file, complete except for the values of grid functions, dats and tables of maps. Returns where this
/// process must write its values; `content` must outlive the result. `bytes`: the largest size that the file can have
/// without these values. Collective.
std::vector<LaidOut> lay_out(Call& call, const Options& options, const Content& content, std::int64_t bytes,
                             const Unfinished& unfinished);

} // namespace nopal::hdf5
