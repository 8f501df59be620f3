#pragma once
// The values that an integer expression of a kernel may have, as far as its text shows them.

#include "core/kernel_text/tokens.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace nopal {

struct ConstantRange {
  long lower = 0, upper = 0;

  bool is_one() const { return lower == upper; }
  bool meets(const ConstantRange& other) const { return lower <= other.upper && other.lower <= upper; }
};

/// Returns the range of a name; nullopt: its values are not known. The range of a map is its arity: count(map).
using RangeOfName = std::function<std::optional<ConstantRange>(std::string_view)>;

/// Returns the range of the expression from token `begin` to before `end`: sums, differences and products of numbers
/// and names. nullopt: it has another form, or a number of ten or more digits.
std::optional<ConstantRange> constant_range(const Tokens& tokens, std::size_t begin, std::size_t end,
                                            const RangeOfName& range_of);

} // namespace nopal
