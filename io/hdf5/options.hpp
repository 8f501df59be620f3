#pragma once
// How this run's output is to be written: the parameters, read once an output.

#include "selection.hpp"
#include "series.hpp"

#include <string>
#include <utility>
#include <vector>

namespace nopal::hdf5 {

/// Who writes the values of grid functions, and how.
enum class Transfers {
  collective,  ///< MPI-IO, all processes together
  independent, ///< MPI-IO, each process for itself
  direct,      ///< each process writes to where HDF5 has laid the dataset
};

struct Options {
  Names names;
  Encoding encoding = Encoding::file_based;
  Selection selection; ///< points of grid functions
  bool single = false; ///< real and complex grid functions as floats
  int deflate = 0;     ///< level of compression of grid functions; 0: none
  Transfers transfers = Transfers::collective;
  std::int64_t alignment = 0;
  std::vector<std::pair<std::string, std::string>> hints; ///< to MPI-IO
  Durability durability = Durability::disk;               ///< of what has its name
  std::int64_t background = 0; ///< bytes a process that are copied and written while the run goes on; 0: none
};

/// Of parameters that passed check_options. Collective.
Options options(const Call& call);

/// Adds an error for each parameter that cannot be: a name of files, a region without points, hints without values,
/// compression of independent transfers.
void check_options(const Call& call, ErrorList& errors);

} // namespace nopal::hdf5
