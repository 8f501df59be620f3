#pragma once
// The report of values that are not finite.

#include "find.hpp"

#include <string>

namespace nopal::nan_checker {

/// Returns one line for all values, then one for each of the first `listed` points.
std::string report(const Call& call, Slot slot, const Found& found, std::size_t listed);

} // namespace nopal::nan_checker
