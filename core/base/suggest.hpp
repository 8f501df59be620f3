#pragma once
// "Did you mean ...?": the closest name to one that is not known.

#include <span>
#include <string>
#include <string_view>

namespace nopal {

/// The candidate with the smallest edit distance (a swap of neighbours counts one) to found,
/// if it is close enough to be a likely slip; else empty.
std::string closest(std::string_view found, std::span<const std::string> candidates);

/// ` (did you mean "name"?)`, or empty where nothing is close: to be appended to a message.
std::string did_you_mean(std::string_view found, std::span<const std::string> candidates);

} // namespace nopal
