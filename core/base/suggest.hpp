#pragma once
// Suggestions for unknown names: "did you mean ...?".

#include <span>
#include <string>
#include <string_view>

namespace nopal {

/// Returns the candidate with the smallest edit distance to `found` (a swap of neighbouring letters counts 1).
/// Returns an empty text if no candidate is close enough to be a likely typing mistake.
std::string closest(std::string_view found, std::span<const std::string> candidates);

/// Returns ` (did you mean "name"?)` to append to a message, or an empty text if no candidate is close.
std::string did_you_mean(std::string_view found, std::span<const std::string> candidates);

} // namespace nopal
