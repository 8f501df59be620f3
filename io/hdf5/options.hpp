#pragma once
// The parameters of this thorn. Each output reads them once.

#include "series.hpp"

#include <nopal/thorn.hpp>

#include <string>
#include <utility>
#include <vector>

namespace nopal::hdf5 {

/// How the values of grid functions get into the file.
enum class Transfers {
  collective,  ///< MPI-IO, all processes together
  independent, ///< MPI-IO, each process for itself
  direct,      ///< each process writes to the place that HDF5 has given the dataset, without MPI-IO
};

struct Options {
  Names names;
  Encoding encoding = Encoding::file_based;
  Selection selection; ///< points of grid functions
  bool single = false; ///< real and complex grid functions as floats
  int deflate = 0;     ///< level of compression of grid functions; 0: none
  Transfers transfers = Transfers::collective;
  std::int64_t alignment = 0;
  std::vector<std::pair<std::string, std::string>> hints; ///< for MPI-IO
  Durability durability = Durability::disk;               ///< of a file when it gets its final name
  std::int64_t background = 0; ///< bytes that each process may copy and write while the run goes on; 0: none
};

/// Returns the parameters, which have passed check_options(). Collective.
Options options(const Call& call);

/// Adds an error for each wrong parameter: a name that no file can have, a region without points, a hint without a
/// value, compression with independent transfers.
void check_options(const Call& call, ErrorList& errors);

} // namespace nopal::hdf5
