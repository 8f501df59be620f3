#pragma once
// Checks whether a run may go on from a checkpoint.

#include "contents.hpp"

namespace nopal::checkpoint {

/// Compares the run with the checkpoint. Adds an error with both values for each difference in parameters, groups, the
/// grid or the mesh that is not allowed. Collective.
void check_same_simulation(Call& call, const std::string& path, const Contents& contents, ErrorList& errors);

} // namespace nopal::checkpoint
