#pragma once
// Whether a run may go on from a checkpoint.

#include "contents.hpp"

namespace nopal::checkpoint {

/// Adds an error for each difference that a run may not have from the checkpoint: in parameters, groups or the grid. An
/// error says both values.
void check_same_simulation(Call& call, const std::string& path, const Contents& contents, ErrorList& errors);

} // namespace nopal::checkpoint
