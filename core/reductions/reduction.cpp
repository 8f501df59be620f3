#include "core/reductions/reduction.hpp"

#include <algorithm>
#include <array>

namespace nopal {

namespace {

struct Kind {
  std::string_view word;
  MomentsWanted wanted;
};

constexpr MomentsWanted extremes{.extremes = true}, sum{.sum = true};

/// In the order of the enumerators.
constexpr std::array<Kind, 7> kinds{{{"min", extremes},
                                     {"max", extremes},
                                     {"sum", sum},
                                     {"average", sum},
                                     {"norm1", {.magnitudes = true}},
                                     {"norm2", {.squares = true}},
                                     {"norm_inf", extremes}}};

const Kind& kind_of(Reduction reduction) { return kinds.at(static_cast<std::size_t>(reduction)); }

} // namespace

std::string to_string(Reduction reduction) { return std::string(kind_of(reduction).word); }

std::optional<Reduction> reduction_from_string(std::string_view word) {
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) { return kind.word == word; });
  if (found == kinds.end()) return std::nullopt;
  return static_cast<Reduction>(found - kinds.begin());
}

std::string reduction_words() {
  std::string text;
  for (const Kind& kind : kinds) text += (text.empty() ? "" : ", ") + std::string(kind.word);
  return text;
}

MomentsWanted moments_for(std::span<const Reduction> which) {
  MomentsWanted wanted;
  for (const Reduction reduction : which) wanted |= kind_of(reduction).wanted;
  return wanted;
}

} // namespace nopal
