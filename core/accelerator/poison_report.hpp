#pragma once
// Error messages for poison that was found after a routine.

#include "core/accelerator/poison_search.hpp"

namespace nopal {

/// Returns at most two texts: one for points that were not written, one for points computed from invalid values.
std::vector<std::string> poison_texts(const PoisonSearch& found, const Routine& routine, const Clause& clause,
                                      Place place, const Stores& stores, const Tracker& tracker);

} // namespace nopal
