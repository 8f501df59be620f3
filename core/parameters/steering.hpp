#pragma once
// Changes of parameters while a run goes on.

#include "core/parameters/parameters.hpp"

#include <string>
#include <vector>

namespace nopal {

struct ParameterChange {
  std::string parameter; ///< full name
  Value before;
  Value after;
  Location where;
};

/// What a text in the form of a parfile's sections ("hdf5: {every: 10}") changes, in its order; nothing of what is
/// set to that value already. Adds an error for each unknown thorn or parameter, each value that a parfile could not
/// have, and each parameter that is not declared `steerable: always`. `name` stands for the file in messages.
std::vector<ParameterChange> read_changes(const std::string& text, const std::string& name,
                                          const Parameters& parameters, ErrorList& errors);

} // namespace nopal
