#pragma once
// Changes of parameters while a run goes on.

#include "core/parameters/parameters.hpp"

#include <string>
#include <vector>

namespace nopal {

struct ParameterChange {
  std::string parameter; ///< full name
  std::string before;    ///< as a parfile would give it
  std::string after;
  Value value; ///< the new one
  Location where;
};

/// Reads a text in the form of a parfile's sections ("hdf5: {every: 10}"). Returns the changes in the order of the
/// text, without those that set the value that is there already. Adds an error for each unknown thorn or parameter,
/// each value that is not allowed, and each parameter that is not `steerable: always`. Messages use `name` as the name
/// of the file.
std::vector<ParameterChange> read_changes(const std::string& text, const std::string& name,
                                          const Parameters& parameters, ErrorList& errors);

} // namespace nopal
