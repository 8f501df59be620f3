#pragma once
// The error for a parameter that no thorn declares.

#include "core/parameters/parameters.hpp"

namespace nopal {

/// Adds the error that the active thorn has no parameter of this name. The message gives the closest name.
void report_unknown(const std::string& thorn, const std::string& name, const Location& where,
                    const Parameters& parameters, ErrorList& errors);

} // namespace nopal
