#pragma once
// Writes attributes of the types that openPMD asks for. Every process passes the same values, as HDF5 requires.

#include "io/common/handle.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal::hdf5 {

/// Strings have a fixed length, as the openPMD validator expects. An empty string takes one null character.
void attribute(hid_t object, const std::string& name, const std::string& value);
void attribute(hid_t object, const std::string& name, const std::vector<std::string>& values);
void attribute(hid_t object, const std::string& name, double value);
void attribute(hid_t object, const std::string& name, const std::vector<double>& values);
void attribute(hid_t object, const std::string& name, std::int64_t value);
void attribute(hid_t object, const std::string& name, std::uint32_t value);
/// For string literals.
inline void attribute(hid_t object, const std::string& name, const char* value) {
  attribute(object, name, std::string(value));
}

} // namespace nopal::hdf5
