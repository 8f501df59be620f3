#pragma once
// What was found, as text.

#include "find.hpp"

#include <string>

namespace nopal::nan_checker {

/// One line for all, then one for each of the first `listed` points.
std::string report(const Call& call, Slot slot, const Found& found, std::size_t listed);

/// "nan", "-inf", "nan + 1 i"; numbers as short as they read back to the same bits.
std::string value_text(const std::array<double, 2>& value, bool complex);
std::string number_text(double value);

} // namespace nopal::nan_checker
