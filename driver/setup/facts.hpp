#pragma once
// The facts about a run that must be the same on all ranks.

#include "driver/session/agreement.hpp"
#include "driver/setup/run_description.hpp"

namespace nopal {

/// Returns the options, the active thorns, their declarations, and all parameters.
Facts facts_of(const RunDescription& run);

} // namespace nopal
