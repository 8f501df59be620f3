#pragma once
// The comparisons that conditions in declarations and parfiles write.

#include <compare>
#include <optional>
#include <string_view>

namespace nopal {

enum class Comparison { less, less_or_equal, greater, greater_or_equal, equal, unequal };

/// Returns the comparison that a text such as "<=" writes. Empty: it is none of < <= > >= == !=.
std::optional<Comparison> comparison_of(std::string_view text);

/// Whether the comparison of two values holds, given their order. If one of them is a NaN, only `unequal` holds.
bool holds(Comparison comparison, std::partial_ordering order);

} // namespace nopal
