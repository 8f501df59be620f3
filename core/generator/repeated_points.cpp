#include "core/generator/repeated_points.hpp"

#include "core/generator/straight_body.hpp"

#include <algorithm>
#include <array>

namespace nopal::emit {

bool may_repeat_points(const KernelDeclaration& kernel, const KernelText& text) {
  const bool changes_input = std::ranges::any_of(kernel.arguments, [](const ArgumentDeclaration& argument) {
    return argument.is_total() || argument.access == Access::readwrite;
  });
  if (changes_input || kernel.order != VerticalOrder::parallel) return false;
  constexpr std::array excluded{"printf", "if", "for", "while", "do", "switch"};
  const std::set<std::string> names = called_names(text);
  return std::ranges::none_of(excluded, [&](const char* name) { return names.contains(name); });
}

} // namespace nopal::emit
