#include "file.hpp"

#include <nopal/thorn.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <type_traits>

namespace nopal::mesh {

using hdf5::Handle;

namespace {

constexpr std::size_t most_bytes = sizeof(std::int64_t); ///< of an integer

/// Returns whether the type has values that a double, or an integer of 64 bits with a sign, does not hold.
bool may_be_too_large(hid_t type, bool reals) {
  const std::size_t bytes = H5Tget_size(type);
  return reals ? bytes > sizeof(double) : bytes == most_bytes && H5Tget_sign(type) == H5T_SGN_NONE;
}

bool fits(std::uint64_t value) { return value <= std::numeric_limits<std::int64_t>::max(); }
bool fits(long double value) { return !std::isfinite(value) || std::isfinite(static_cast<double>(value)); }

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
  if (!reals && H5Tget_size(type) > most_bytes)
    throw Error(fmt::format("{}: the dataset \"{}\" has integers of {} bytes, expected at most {}", path_, dataset,
                            H5Tget_size(type), most_bytes));
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

template <class T> std::vector<T> File::read_as(const std::string& dataset, hid_t type, std::int64_t first,
                                                std::int64_t rows, std::int64_t columns) const {
  std::vector<T> values;
  try {
    values.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  } catch (const std::exception&) { // bad_alloc or length_error
    throw Error(fmt::format("{}: the dataset \"{}\" has {} rows of {}, which do not fit into memory", path_, dataset,
                            rows, columns));
  }
  if (values.empty()) return values;
  const std::string what = fmt::format("read \"{}\" of {}", dataset, path_);
  const Handle data = open(dataset), space(H5Dget_space(data), H5Sclose, what);
  const std::array<hsize_t, 2> start{static_cast<hsize_t>(first), 0};
  const std::array<hsize_t, 2> count{static_cast<hsize_t>(rows), static_cast<hsize_t>(columns)};
  const int axes = H5Sget_simple_extent_ndims(space);
  if (axes > 0)
    hdf5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), what);
  const Handle memory(axes > 0 ? H5Screate_simple(axes, count.data(), nullptr) : H5Screate(H5S_SCALAR), H5Sclose, what);
  hdf5::check(H5Dread(data, type, memory, space, H5P_DEFAULT, values.data()), what);
  return values;
}

/// HDF5 changes a value that does not fit to the nearest one that does. So a type that holds all values reads them
/// first.
template <class T, class Wide>
std::vector<T> File::read(const std::string& dataset, std::int64_t first, std::int64_t rows) const {
  constexpr bool reals = std::is_same_v<T, double>;
  const std::int64_t columns = shape(dataset, reals).columns;
  const Handle data = open(dataset);
  const Handle type(H5Dget_type(data), H5Tclose, fmt::format("read the type of \"{}\" of {}", dataset, path_));
  if (!may_be_too_large(type, reals))
    return read_as<T>(dataset, reals ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64, first, rows, columns);
  const std::vector<Wide> found =
      read_as<Wide>(dataset, reals ? H5T_NATIVE_LDOUBLE : H5T_NATIVE_UINT64, first, rows, columns);
  if (const auto large = std::ranges::find_if_not(found, [](Wide value) { return fits(value); });
      large != found.end()) {
    const std::int64_t number = large - found.begin();
    throw Error(
        fmt::format("{}: the dataset \"{}\" is {} in row {}, column {}, beyond the largest {}, {}: write smaller "
                    "numbers there",
                    path_, dataset, *large, first + number / columns, number % columns, reals ? "real" : "int",
                    std::numeric_limits<T>::max()));
  }
  std::vector<T> values(found.size());
  std::ranges::transform(found, values.begin(), [](Wide value) { return static_cast<T>(value); });
  return values;
}

std::vector<double> File::reals(const std::string& dataset, std::int64_t first, std::int64_t rows) const {
  return read<double, long double>(dataset, first, rows);
}

std::vector<std::int64_t> File::integers(const std::string& dataset, std::int64_t first, std::int64_t rows) const {
  return read<std::int64_t, std::uint64_t>(dataset, first, rows);
}

} // namespace nopal::mesh
