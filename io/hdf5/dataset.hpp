#pragma once
// Datasets written by all processes together.

#include "handle.hpp"

#include <nopal/thorn.hpp>

#include <mpi.h>

namespace nopal::hdf5 {

/// What a dataset is cut from: values of 8 bytes in memory, `parts` of them an element (a complex number has two).
struct Source {
  const void* first = nullptr; ///< element at owned.lower
  Index stride{1, 0, 0};       ///< in elements
  int parts = 1;
  Type type = Type::real; ///< real or integer
};

/// The shape of the whole and the part that this process writes; axes from `dimension` on have one point.
struct Shape {
  Box whole;
  Box owned; ///< may be empty: then nothing is written from here
  int dimension = 3;
};

/// Creates dataset `name` (slowest axis first, contiguous: docs/decisions) and writes part `part` of every element.
/// Collective; a failure on one process is an Error on all.
Handle write_dataset(MPI_Comm communicator, hid_t group, const std::string& name, const Shape& shape,
                     const Source& source, int part);

} // namespace nopal::hdf5
