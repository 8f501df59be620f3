#include "file.hpp"

#include <nopal/thorn.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <type_traits>

namespace nopal::mesh {

using hdf5::Handle;

namespace {

hid_t open_file(const std::string& path) {
  if (const std::string trouble = trouble_with_file(path); !trouble.empty())
    throw Error(fmt::format("cannot read the mesh {}: {}", path, trouble));
  return H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
}

} // namespace

File::File(const std::string& path)
    : path_(path), file_(open_file(path), H5Fclose, "read " + path + " as an HDF5 file with a mesh") {}

Handle File::open(const std::string& dataset) const {
  if (H5Lexists(file_, dataset.c_str(), H5P_DEFAULT) <= 0)
    throw Error(fmt::format("{} has no dataset \"{}\"", path_, dataset));
  return {H5Dopen2(file_, dataset.c_str(), H5P_DEFAULT), H5Dclose,
          fmt::format("read the dataset \"{}\" of {}", dataset, path_)};
}

Shape File::shape(const std::string& dataset, bool reals) const {
  const std::string what = fmt::format("read the shape of \"{}\" of {}", dataset, path_);
  const Handle data = open(dataset);
  const Handle space(H5Dget_space(data), H5Sclose, what), type(H5Dget_type(data), H5Tclose, what);
  const H5T_class_t found = H5Tget_class(type);
  if (found != (reals ? H5T_FLOAT : H5T_INTEGER))
    throw Error(fmt::format("{}: the dataset \"{}\" has values of another type than {}", path_, dataset,
                            reals ? "floating-point numbers" : "integers"));
  const int axes = H5Sget_simple_extent_ndims(space);
  if (axes < 0 || axes > 2)
    throw Error(fmt::format("{}: the dataset \"{}\" has {} axes, expected 1 or 2: a row for each element", path_,
                            dataset, axes));
  std::array<hsize_t, 2> extents{1, 1};
  hdf5::check(H5Sget_simple_extent_dims(space, extents.data(), nullptr), what);
  constexpr hsize_t most = hsize_t{1} << 53; // of elements of a set
  if (extents[0] > most || extents[1] > most / std::max<hsize_t>(extents[0], 1))
    throw Error(fmt::format("{}: the dataset \"{}\" has {} rows of {}, which is more than any mesh has", path_, dataset,
                            extents[0], extents[1]));
  return {static_cast<std::int64_t>(extents[0]), static_cast<std::int64_t>(extents[1])};
}

template <class T> std::vector<T> File::read(const std::string& dataset, std::int64_t first, std::int64_t rows) const {
  constexpr bool is_real = std::is_same_v<T, double>;
  const Shape shape = this->shape(dataset, is_real);
  std::vector<T> values;
  try {
    values.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(shape.columns));
  } catch (const std::exception&) { // bad_alloc or length_error
    throw Error(fmt::format("{}: the dataset \"{}\" has {} rows of {}, which do not fit into memory", path_, dataset,
                            rows, shape.columns));
  }
  if (values.empty()) return values;
  const std::string what = fmt::format("read \"{}\" of {}", dataset, path_);
  const Handle data = open(dataset), space(H5Dget_space(data), H5Sclose, what);
  const std::array<hsize_t, 2> start{static_cast<hsize_t>(first), 0};
  const std::array<hsize_t, 2> count{static_cast<hsize_t>(rows), static_cast<hsize_t>(shape.columns)};
  const int axes = H5Sget_simple_extent_ndims(space);
  if (axes > 0)
    hdf5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), what);
  const Handle memory(axes > 0 ? H5Screate_simple(axes, count.data(), nullptr) : H5Screate(H5S_SCALAR), H5Sclose, what);
  hdf5::check(H5Dread(data, is_real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64, memory, space, H5P_DEFAULT, values.data()),
              what);
  return values;
}

std::vector<double> File::reals(const std::string& dataset, std::int64_t first, std::int64_t rows) const {
  return read<double>(dataset, first, rows);
}

std::vector<std::int64_t> File::integers(const std::string& dataset, std::int64_t first, std::int64_t rows) const {
  return read<std::int64_t>(dataset, first, rows);
}

} // namespace nopal::mesh
