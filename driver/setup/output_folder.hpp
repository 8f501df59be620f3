#pragma once
// Where output goes.

#include "core/parameters/parameters.hpp"
#include "driver/session/session.hpp"

#include <string>

namespace nopal {

/// driver.output, or the parfile's name without its ending.
std::string output_folder_name(const Parameters& parameters, const std::string& parfile);

/// Collective: creates the folder on rank 0 and tries to write in it. Throws the same Error on all ranks where that
/// is not possible.
void make_output_folder(const Session& session, const std::string& folder, const Location& where);

} // namespace nopal
