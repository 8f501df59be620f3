#pragma once
// The kinds of reductions.

#include "core/reductions/moments.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nopal {

/// average, norm1 and norm2 divide by the number of points (norm2 = sqrt(sum x^2 / N)).
enum class Reduction { min, max, sum, average, norm1, norm2, norm_inf };
std::string to_string(Reduction reduction);
/// The reverse of to_string(). Returns nullopt for any other word.
std::optional<Reduction> reduction_from_string(std::string_view word);
/// Returns all words for messages: "min, max, ...".
std::string reduction_words();

/// Returns the moments that these reductions need.
MomentsWanted moments_for(std::span<const Reduction> which);

} // namespace nopal
