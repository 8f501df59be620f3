#pragma once
// Datasets written by all processes together.

#include "handle.hpp"
#include "pack.hpp"
#include "selection.hpp"

namespace nopal::hdf5 {

/// The shape of the whole and the part of it that this process writes; axes from `dimension` on have one point.
struct Shape {
  Selection whole;
  Selection part; ///< may be empty: then nothing is written from here
  int dimension = 3;
};

/// How values lie in the file.
struct Storage {
  bool single = false;    ///< real values as floats
  int deflate = 0;        ///< level of compression; 0: none
  bool collective = true; ///< MPI-IO transfers
};

/// Creates dataset `name` (slowest axis first; contiguous where it is not compressed: docs/decisions) and writes part
/// `part` of every element. Collective; a failure on one process is an Error on all.
Handle write_dataset(Services& services, hid_t group, const std::string& name, const Shape& shape, const Source& source,
                     int part, const Storage& storage);

} // namespace nopal::hdf5
