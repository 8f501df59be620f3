#include "core/reductions/reduction.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace nopal {

namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, 7> words{"min", "max", "sum", "average", "norm1", "norm2", "norm_inf"};

} // namespace

std::string to_string(Reduction reduction) { return std::string(words.at(static_cast<std::size_t>(reduction))); }

std::optional<Reduction> reduction_from_string(std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<Reduction>(found - words.begin());
}

std::string reduction_words() { return fmt::format("{}", fmt::join(words, ", ")); }

MomentsWanted moments_for(std::span<const Reduction> which) {
  MomentsWanted wanted;
  for (const Reduction reduction : which) {
    switch (reduction) {
    case Reduction::min:
    case Reduction::max:
    case Reduction::norm_inf:
      wanted.extremes = true;
      break;
    case Reduction::sum:
    case Reduction::average:
      wanted.sum = true;
      break;
    case Reduction::norm1:
      wanted.magnitudes = true;
      break;
    case Reduction::norm2:
      wanted.squares = true;
      break;
    }
  }
  return wanted;
}

} // namespace nopal
