#include "dataset.hpp"

#include <algorithm>
#include <array>

namespace nopal::hdf5 {

namespace {

using Extents = std::array<hsize_t, 3>;

/// Returns one number for each axis, slowest axis first.
template <class Function> Extents slowest_first(int dimension, Function&& function) {
  Extents extents{};
  for (int axis = 0; axis < dimension; ++axis)
    extents[static_cast<std::size_t>(dimension - 1 - axis)] = static_cast<hsize_t>(function(axis));
  return extents;
}

Extents counts(const Shape& shape, const Selection& selection) {
  return slowest_first(shape.dimension, [&](int axis) { return selection.count[axis]; });
}

Handle simple_space(int dimension, const Extents& extents) {
  return {H5Screate_simple(dimension, extents.data(), nullptr), H5Sclose, "make a dataspace"};
}

void select_part(hid_t space, const Shape& shape) {
  if (shape.part.empty()) return check(H5Sselect_none(space), "select nothing");
  const Extents start = slowest_first(shape.dimension, [&](int axis) {
    return (shape.part.first[axis] - shape.whole.first[axis]) / shape.whole.stride[axis];
  });
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, counts(shape, shape.part).data(), nullptr),
        "select points");
}

/// Describes the points as they lie in memory, with padded rows and planes. HDF5 then reads them in place, without a
/// copy.
Handle padded_space(const Shape& shape, const Source& source) {
  const int dimension = shape.dimension;
  const Extents extents = slowest_first(dimension, [&](int axis) { // elements along an axis, padding included
    if (axis + 1 < dimension && !shape.part.empty()) return source.stride[axis + 1] / source.stride[axis];
    return shape.part.count[axis];
  });
  Handle space = simple_space(dimension, extents);
  if (shape.part.empty())
    check(H5Sselect_none(space), "select nothing");
  else
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, Extents{}.data(), nullptr, counts(shape, shape.part).data(),
                              nullptr),
          "select points in memory");
  return space;
}

/// A chunk has as many whole rows and planes as fit into about 1 MiB. If the grid is split along its slowest axis, few
/// chunks then belong to more than one process.
Extents chunk(const Shape& shape, std::size_t size) {
  long left = (1L << 20) / static_cast<long>(size);
  Index extent{1, 1, 1};
  for (int axis = 0; axis < shape.dimension; ++axis) {
    extent[axis] = std::clamp(left, 1L, shape.whole.count[axis]);
    left /= extent[axis];
  }
  return slowest_first(shape.dimension, [&](int axis) { return extent[axis]; });
}

Handle creation_properties(const Shape& shape, const Storage& storage, std::size_t size) {
  Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make dataset properties");
  check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER), "set the fill time"); // every point is written
  // The file has room for all values at once. Parallel access requires this.
  check(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY), "set the time of allocation");
  if (storage.deflate == 0 || shape.whole.empty()) return creation;
  check(H5Pset_chunk(creation, shape.dimension, chunk(shape, size).data()), "choose chunks");
  check(H5Pset_shuffle(creation),
        "choose the shuffle filter"); // bytes of the same weight lie side by side and compress better
  check(H5Pset_deflate(creation, static_cast<unsigned>(storage.deflate)), "choose compression");
  return creation;
}

std::string file_name(hid_t object) {
  const ssize_t length = H5Fget_name(object, nullptr, 0);
  if (length < 0) fail("name a file");
  std::string name(static_cast<std::size_t>(length), '\0');
  H5Fget_name(object, name.data(), name.size() + 1);
  return name;
}

struct Types {
  hid_t file;
  hid_t memory;
};

Types types(Type type, const Storage& storage) {
  if (type == Type::integer) return {H5T_STD_I64LE, H5T_NATIVE_INT64};
  if (storage.single) return {H5T_IEEE_F32LE, H5T_NATIVE_FLOAT};
  return {H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE};
}

} // namespace

bool is_unchanged(const Shape& shape, const Source& source, bool single) {
  return source.parts == 1 && !single && shape.part.stride == Index{1, 1, 1};
}

Handle create_dataset(hid_t group, const std::string& name, const Shape& shape, Type type, const Storage& storage) {
  const hid_t file_type = types(type, storage).file;
  const Handle space = simple_space(shape.dimension, counts(shape, shape.whole));
  const Handle creation = creation_properties(shape, storage, H5Tget_size(file_type));
  return {H5Dcreate2(group, name.c_str(), file_type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose,
          "create dataset '" + name + "'"};
}

void write_dataset(hid_t dataset, const std::string& name, const Shape& shape, const Source& source, int part,
                   const Storage& storage, hid_t transfer) {
  if (shape.whole.empty()) return; // MPI-IO fails for a dataset that has no place in the file
  const Handle space(H5Dget_space(dataset), H5Sclose, "look at a dataspace");
  select_part(space, shape);
  const bool direct = is_unchanged(shape, source, storage.single);
  Bytes copy; // nopal converts the values, because conversions by HDF5 make collective transfers independent
  if (!direct) {
    copy = new_bytes(static_cast<std::size_t>(shape.part.points()) * value_size(storage.single));
    pack(source, shape.part, part, storage.single, copy.get());
  }
  const Handle memory = direct ? padded_space(shape, source) : simple_space(shape.dimension, counts(shape, shape.part));
  check(H5Dwrite(dataset, types(source.type, storage).memory, memory, space, transfer,
                 direct ? source.first : copy.get()),
        "write dataset '" + name + "' to '" + file_name(dataset) + "'" + remedy);
}

} // namespace nopal::hdf5
