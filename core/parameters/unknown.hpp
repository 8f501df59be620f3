#pragma once
// What is said of a parameter that no thorn declares.

#include "core/parameters/parameters.hpp"

namespace nopal {

/// Adds the error that an active thorn has no parameter of this name, with the closest one.
void report_unknown(const std::string& thorn, const std::string& name, const Location& where,
                    const Parameters& parameters, ErrorList& errors);

} // namespace nopal
