#pragma once
// The file of points that are not finite.

#include "find.hpp"

#include <string>

namespace nopal::nan_checker {

/// Writes `found.first` as tab-separated text into the output folder and returns the path. Throws an Error with the
/// path and the system's reason.
std::string dump(const Call& call, Slot slot, const Found& found);

} // namespace nopal::nan_checker
