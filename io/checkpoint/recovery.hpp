#pragma once
// Whether a run may go on from a checkpoint.

#include "contents.hpp"

namespace nopal::checkpoint {

/// Adds an error for each parameter that may not change and has, for each saved group that no active thorn declares or
/// declares otherwise, and for another grid. Says both values.
void check_same_simulation(Call& call, const std::string& path, const Contents& contents, ErrorList& errors);

} // namespace nopal::checkpoint
