#pragma once
// Datasets with a row for each element of a set, in the order of the global numbers.

#include "dataset.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal::hdf5 {

/// The rows that this process writes: those of its block of the set (ElementBlocks). Values are reals or integers.
struct Rows {
  Type type = Type::real;
  int columns = 1;
  std::int64_t elements = 0; ///< rows of the whole dataset
  std::int64_t first = 0;    ///< the first row of this process
  std::vector<double> reals;
  std::vector<std::int64_t> integers;

  /// Returns the shape of the dataset, columns fastest.
  Shape shape() const;
  /// Returns the same values as one line, which can be written in one piece.
  Shape line() const;
  /// Returns the values of this process. They must outlive the result.
  Source source() const;
  /// Returns the bytes of the whole dataset.
  std::int64_t bytes(bool single) const { return elements * columns * static_cast<std::int64_t>(value_size(single)); }
};

/// Returns the values of a dat. Collective.
Rows rows_of_dat(Call& call, Slot slot);
/// Returns the table of a map with a fixed number of targets, as global numbers. Collective.
Rows rows_of_map(Services& services, const MeshMap& map);

} // namespace nopal::hdf5
