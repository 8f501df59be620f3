#pragma once
// The reductions that there are.

#include "core/reductions/moments.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nopal {

/// average, norm1 and norm2 divide by the number of points (norm2 = sqrt(sum x^2 / N)).
enum class Reduction { min, max, sum, average, norm1, norm2, norm_inf };
std::string to_string(Reduction reduction);
/// nullopt for any other word than those of to_string.
std::optional<Reduction> reduction_from_string(std::string_view word);
/// "min, max, ...": for messages.
std::string reduction_words();

/// What the reductions are made of.
MomentsWanted moments_for(std::span<const Reduction> which);

} // namespace nopal
