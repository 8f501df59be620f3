#include "dataset.hpp"

#include "agree.hpp"

#include <array>

namespace nopal::hdf5 {

namespace {

using Extents = std::array<hsize_t, 3>;

/// One number an axis, slowest axis first.
template <class Function> Extents slowest_first(int dimension, Function&& function) {
  Extents extents{};
  for (int axis = 0; axis < dimension; ++axis)
    extents[static_cast<std::size_t>(dimension - 1 - axis)] = static_cast<hsize_t>(function(axis));
  return extents;
}

Handle whole_space(const Shape& shape) {
  const Extents extents = slowest_first(shape.dimension, [&](int axis) { return shape.whole.extent(axis); });
  return {H5Screate_simple(shape.dimension, extents.data(), nullptr), H5Sclose, "make a dataspace"};
}

void select_owned(hid_t space, const Shape& shape) {
  if (shape.owned.empty()) return check(H5Sselect_none(space), "select nothing");
  const Box& owned = shape.owned;
  const Extents start =
      slowest_first(shape.dimension, [&](int axis) { return owned.lower[axis] - shape.whole.lower[axis]; });
  const Extents count = slowest_first(shape.dimension, [&](int axis) { return owned.extent(axis); });
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), "select points");
}

/// The points as they lie in memory, rows and planes padded, and the selection of one part of each element. HDF5 then
/// reads them in place, which saves a copy of the field.
Handle memory_space(const Shape& shape, const Source& source, int part) {
  const Box& owned = shape.owned;
  const int dimension = shape.dimension;
  const auto rows = [&](int axis) -> long { // elements along an axis, padding included
    if (axis + 1 < dimension && !owned.empty()) return source.stride[axis + 1] / source.stride[axis];
    return owned.extent(axis);
  };
  const auto parts = [&](int axis) { return axis == 0 ? source.parts : 1; };
  const Extents extents = slowest_first(dimension, [&](int axis) { return rows(axis) * parts(axis); });
  const Extents start = slowest_first(dimension, [&](int axis) { return axis == 0 ? part : 0; });
  const Extents step = slowest_first(dimension, parts);
  const Extents count = slowest_first(dimension, [&](int axis) { return owned.extent(axis); });
  Handle space(H5Screate_simple(dimension, extents.data(), nullptr), H5Sclose, "make a dataspace");
  if (owned.empty())
    check(H5Sselect_none(space), "select nothing");
  else
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), step.data(), count.data(), nullptr),
          "select points in memory");
  return space;
}

std::string file_name(hid_t object) {
  const ssize_t length = H5Fget_name(object, nullptr, 0);
  if (length < 0) fail("name a file");
  std::string name(static_cast<std::size_t>(length), '\0');
  H5Fget_name(object, name.data(), name.size() + 1);
  return name;
}

} // namespace

Handle write_dataset(MPI_Comm communicator, hid_t group, const std::string& name, const Shape& shape,
                     const Source& source, int part) {
  const bool real = source.type == Type::real;
  const Handle file_space = whole_space(shape);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make dataset properties");
  check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER), "set the fill time"); // every point is written
  Handle dataset(H5Dcreate2(group, name.c_str(), real ? H5T_IEEE_F64LE : H5T_STD_I64LE, file_space, H5P_DEFAULT,
                            creation, H5P_DEFAULT),
                 H5Dclose, "create dataset '" + name + "'");
  select_owned(file_space, shape);
  const Handle memory = memory_space(shape, source, part);
  const Handle transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "make transfer properties");
  check(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE), "ask for collective transfers");
  together(communicator, [&] {
    check(H5Dwrite(dataset, real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64, memory, file_space, transfer, source.first),
          "write dataset '" + name + "' to '" + file_name(group) + "'" + remedy);
  });
  return dataset;
}

} // namespace nopal::hdf5
