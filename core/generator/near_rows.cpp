#include "core/generator/near_rows.hpp"

#include "core/generator/repeated_points.hpp"
#include "core/generator/straight_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace nopal::emit {

namespace {

constexpr std::array<std::string_view, 3> of_angles{"sin", "cos", "tan"};
// As an integer, a real that is wrong may be an index, a divisor or a count.
constexpr std::array<std::string_view, 3> integers{"int", "int32", "uint32"};

} // namespace

std::vector<std::string_view> near_functions(const KernelDeclaration& kernel, const KernelText& text) {
  if (!may_repeat_points(kernel, text) || std::ranges::any_of(kernel.arguments, &ArgumentDeclaration::is_guarded))
    return {};
  const std::set<std::string> names = called_names(text);
  const auto is_named = [&names](std::string_view name) { return names.contains(std::string(name)); };
  if (std::ranges::any_of(integers, is_named)) return {};
  for (const HelperFunction& function : called_functions(text))
    for (const std::string& name : names_in(without_comments(function.text)))
      if (std::ranges::find(of_angles, name) != of_angles.end()) return {};
  std::vector<std::string_view> found;
  std::ranges::copy_if(of_angles, std::back_inserter(found), is_named);
  return found;
}

std::string begin_near(const std::vector<std::string_view>& functions) {
  std::string text;
  for (const std::string_view name : functions)
    text += fmt::format(R"(static inline double nopal_noting_{0}(double a, ulong* largest) {{
  const ulong size = as_ulong(a) & 0x7fffffffffffffff;
  *largest = size > *largest ? size : *largest;
  return nopal_near_{0}(a);
}}
#undef {0}
#define {0}(A) nopal_noting_{0}(A, nopal_largest)
)",
                        name);
  return text;
}

std::string end_near(const std::vector<std::string_view>& functions) {
  std::string text;
  for (const std::string_view name : functions)
    text += fmt::format("#undef {0}\n#define {0}(A) nopal_call_{0}(A)\n", name);
  return text;
}

} // namespace nopal::emit
