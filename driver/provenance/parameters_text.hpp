#pragma once

#include "core/parameters/parameters.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Returns all parameters of the active thorns as a parfile for the same run. A comment beside each value says where it
/// comes from: "default", the place in the parfile, or "--set thorn.parameter".
std::string parameters_text(const Parameters& parameters, const std::string& description,
                            const std::vector<std::string>& thorns);

} // namespace nopal
