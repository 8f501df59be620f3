#pragma once
// Datasets of an HDF5 file.

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
  bool single = false; ///< real values as floats
  int deflate = 0;     ///< level of compression; 0: none
};

/// Whether the values of the part lie in memory as they will in the file, but for padding between rows.
bool is_unchanged(const Shape& shape, const Source& source, bool single);

/// Where the datasets of a file go. Each function creates dataset `name` (slowest axis first; contiguous where it is
/// not compressed: docs/decisions) and sees to it that part `part` of every element of `source` gets there.
class Datasets {
public:
  virtual ~Datasets() = default;
  /// Of a grid function, of which every process has a part.
  virtual Handle field(hid_t group, const std::string& name, const Shape& shape, const Source& source, int part,
                       const Storage& storage) = 0;
  /// Of values that every process has, written by rank 0.
  virtual Handle array(hid_t group, const std::string& name, const Shape& shape, const Source& source, int part) = 0;
};

/// Creates a dataset, in which nothing is yet. With parallel access collective.
Handle create_dataset(hid_t group, const std::string& name, const Shape& shape, Type type, const Storage& storage);

/// Writes this process's part. `transfer`: properties of the transfer.
void write_dataset(hid_t dataset, const std::string& name, const Shape& shape, const Source& source, int part,
                   const Storage& storage, hid_t transfer);

} // namespace nopal::hdf5
