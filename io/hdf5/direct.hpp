#pragma once
// The file of an iteration, laid out by HDF5 on rank 0; then each process writes its points to where they belong.

#include "dataset.hpp"
#include "file.hpp"

#include <vector>

namespace nopal::hdf5 {

/// A dataset that the file has room for, and in which nothing is yet.
struct LaidOut {
  std::int64_t offset = 0; ///< of its first value, in bytes
  Shape shape;
  Source source;
  int part = 0;
  bool single = false;
};

/// Creates the file, complete but for the values of grid functions, and returns where this process's have to go.
/// `bytes`: what it takes without these. Collective.
std::vector<LaidOut> lay_out(Call& call, const Options& options, const std::vector<Slot>& slots, std::int64_t bytes,
                             const Unfinished& unfinished);

/// Writes this process's values, some MiB at a time; they are on the disk, if `sync` says so, when it returns. Does not
/// communicate; throws Error.
void write_directly(const std::string& path, const std::vector<LaidOut>& datasets, bool sync);

} // namespace nopal::hdf5
