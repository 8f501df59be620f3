#include "core/reductions/reduction.hpp"

#include "core/base/assert.hpp"

namespace nopal {

namespace {

struct Entry {
  Reduction reduction;
  std::string_view word;
};

constexpr Entry words[] = {{Reduction::min, "min"},          {Reduction::max, "max"},     {Reduction::sum, "sum"},
                           {Reduction::average, "average"},  {Reduction::norm1, "norm1"}, {Reduction::norm2, "norm2"},
                           {Reduction::norm_inf, "norm_inf"}};

} // namespace

std::string to_string(Reduction reduction) {
  for (const Entry& entry : words)
    if (entry.reduction == reduction) return std::string(entry.word);
  NOPAL_ASSERT(false);
}

std::optional<Reduction> reduction_from_string(std::string_view word) {
  for (const Entry& entry : words)
    if (entry.word == word) return entry.reduction;
  return std::nullopt;
}

std::string reduction_words() {
  std::string text;
  for (const Entry& entry : words) text += (text.empty() ? "" : ", ") + std::string(entry.word);
  return text;
}

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
