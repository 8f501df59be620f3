#include "attributes.hpp"

#include <algorithm>

namespace nopal::hdf5 {

namespace {

Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose, "make a scalar dataspace"}; }

Handle list_space(std::size_t size) {
  const hsize_t extent = size;
  return {H5Screate_simple(1, &extent, nullptr), H5Sclose, "make a dataspace"};
}

Handle string_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a string type");
  check(H5Tset_size(type, std::max<std::size_t>(length, 1)), "size a string type");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "pad a string type");
  return type;
}

void write(hid_t object, const std::string& name, hid_t file_type, hid_t memory_type, hid_t space, const void* data) {
  const std::string what = "write attribute '" + name + "'";
  const Handle attribute(H5Acreate2(object, name.c_str(), file_type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, what);
  check(H5Awrite(attribute, memory_type, data), what);
}

} // namespace

void attribute(hid_t object, const std::string& name, const std::string& value) {
  const Handle type = string_type(value.size());
  write(object, name, type, type, scalar_space(), value.c_str());
}

void attribute(hid_t object, const std::string& name, const std::vector<std::string>& values) {
  std::size_t length = 1;
  for (const auto& value : values) length = std::max(length, value.size());
  std::string packed;
  for (auto value : values) {
    value.resize(length, '\0');
    packed += value;
  }
  const Handle type = string_type(length);
  write(object, name, type, type, list_space(values.size()), packed.data());
}

void attribute(hid_t object, const std::string& name, double value) {
  write(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, scalar_space(), &value);
}

void attribute(hid_t object, const std::string& name, const std::vector<double>& values) {
  write(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, list_space(values.size()), values.data());
}

void attribute(hid_t object, const std::string& name, std::int64_t value) {
  write(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, scalar_space(), &value);
}

void attribute(hid_t object, const std::string& name, std::uint32_t value) {
  write(object, name, H5T_STD_U32LE, H5T_NATIVE_UINT32, scalar_space(), &value);
}

} // namespace nopal::hdf5
