#include "core/base/comparison.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nopal {

std::optional<Comparison> comparison_of(std::string_view text) {
  constexpr std::pair<std::string_view, Comparison> all[] = {
      {"<", Comparison::less},    {"<=", Comparison::less_or_equal},
      {">", Comparison::greater}, {">=", Comparison::greater_or_equal},
      {"==", Comparison::equal},  {"!=", Comparison::unequal}};
  const auto* const found =
      std::find_if(std::begin(all), std::end(all), [&](const auto& pair) { return pair.first == text; });
  return found == std::end(all) ? std::nullopt : std::optional(found->second);
}

bool holds(Comparison comparison, std::partial_ordering order) {
  switch (comparison) {
  case Comparison::less:
    return order < 0;
  case Comparison::less_or_equal:
    return order <= 0;
  case Comparison::greater:
    return order > 0;
  case Comparison::greater_or_equal:
    return order >= 0;
  case Comparison::equal:
    return order == 0;
  case Comparison::unequal:
    return order != 0;
  }
  return false;
}

} // namespace nopal
