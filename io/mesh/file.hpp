#pragma once
// Datasets of an HDF5 file, which each process reads in part.

#include "io/common/handle.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal::mesh {

/// The shape of a dataset: rows, and columns (1 if it has one axis).
struct Shape {
  std::int64_t rows = 0, columns = 1;
};

class File {
public:
  /// Opens the file to read it. Throws Error if it does not exist or is no HDF5 file.
  explicit File(const std::string& path);

  /// Throws Error if there is no such dataset, or if it has more than two axes or values of another class. `reals`:
  /// they are floating-point numbers, else integers of at most 64 bits.
  Shape shape(const std::string& dataset, bool reals) const;
  /// These return the values of the rows first, …, first + rows - 1, row by row. They throw Error if a value is too
  /// large for the result's type.
  std::vector<double> reals(const std::string& dataset, std::int64_t first, std::int64_t rows) const;
  std::vector<std::int64_t> integers(const std::string& dataset, std::int64_t first, std::int64_t rows) const;

private:
  /// `Wide`: a type that holds the values of all types of files.
  template <class T, class Wide>
  std::vector<T> read(const std::string& dataset, std::int64_t first, std::int64_t rows) const;
  template <class T> std::vector<T> read_as(const std::string& dataset, hid_t type, std::int64_t first,
                                            std::int64_t rows, std::int64_t columns) const;
  hdf5::Handle open(const std::string& dataset) const;

  hdf5::Silence silence_;
  std::string path_;
  hdf5::Handle file_;
};

} // namespace nopal::mesh
