#include "core/base/assert.hpp"
#include "core/thorn/services.hpp"

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

} // namespace nopal
