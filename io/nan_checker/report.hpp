#pragma once
// The report of values that are not finite.

#include "find.hpp"

#include <string>

namespace nopal::nan_checker {

/// Returns one line for all values, then one for each of the first `listed` points.
std::string report(const Call& call, Slot slot, const Found& found, std::size_t listed);

/// Returns "nan", "-inf" or "nan + 1 i". Numbers have the fewest digits that read back to the same bits.
std::string value_text(const std::array<double, 2>& value, bool complex);
std::string number_text(double value);

} // namespace nopal::nan_checker
