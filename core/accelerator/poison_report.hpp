#pragma once
// What is said of poison in what a routine wrote.

#include "core/accelerator/poison_search.hpp"

namespace nopal {

/// One text for points left unwritten and one for points computed from invalid values, where there are any.
std::vector<std::string> poison_texts(const PoisonSearch& found, const Routine& routine, const Clause& clause,
                                      Place place, const Stores& stores, const Tracker& tracker);

} // namespace nopal
