#pragma once
// Datasets of an HDF5 file.

#include "io/common/handle.hpp"
#include "pack.hpp"

namespace nopal::hdf5 {

/// The shape of a dataset and of the part that this process writes. Axes from `dimension` on have one point.
struct Shape {
  Selection whole;
  Selection part; ///< empty: this process writes nothing
  int dimension = 3;
};

/// How values lie in the file.
struct Storage {
  bool single = false; ///< real values as floats
  int deflate = 0;     ///< level of compression; 0: none
};

/// True if the values of the part have the same form in memory and in the file, apart from padding between rows.
bool is_unchanged(const Shape& shape, const Source& source, bool single);

/// Creates the datasets of a file. Each function creates dataset `name`, slowest axis first, for component `part` of
/// every element of `source`. Without compression the dataset is contiguous (docs/decisions/0010).
class Datasets {
public:
  virtual ~Datasets() = default;
  /// For a grid function; every process has a part of it.
  virtual Handle field(hid_t group, const std::string& name, const Shape& shape, const Source& source, int part,
                       const Storage& storage) = 0;
  /// For an array; every process has all of it, and rank 0 writes it.
  virtual Handle array(hid_t group, const std::string& name, const Shape& shape, const Source& source, int part) = 0;
};

/// Creates a dataset without values. Collective if the file has parallel access.
Handle create_dataset(hid_t group, const std::string& name, const Shape& shape, Type type, const Storage& storage);

/// Writes this process's part. `transfer`: properties of the transfer.
void write_dataset(hid_t dataset, const std::string& name, const Shape& shape, const Source& source, int part,
                   const Storage& storage, hid_t transfer);

} // namespace nopal::hdf5
