#pragma once

#include "core/parameters/parameters.hpp"

#include <string>
#include <vector>

namespace nopal {

/// All parameters of the active thorns as a parfile, which gives the same run again; beside each value, as a comment,
/// where it comes from: "default", the place in the parfile, or "--set thorn.parameter".
std::string parameters_text(const Parameters& parameters, const std::string& description,
                            const std::vector<std::string>& thorns);

} // namespace nopal
