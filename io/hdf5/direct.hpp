#pragma once
// The file of an iteration, laid out by HDF5 on rank 0; then each process writes its points to where they belong.

#include "options.hpp"
#include "unfinished.hpp"
#include "values.hpp"

#include <vector>

namespace nopal::hdf5 {

/// Creates the file, complete but for the values of grid functions, and returns where this process's have to go.
/// `bytes`: what it takes without these. Collective.
std::vector<LaidOut> lay_out(Call& call, const Options& options, const std::vector<Slot>& slots, std::int64_t bytes,
                             const Unfinished& unfinished);

} // namespace nopal::hdf5
