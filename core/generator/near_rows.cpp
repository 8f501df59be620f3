#include "core/generator/near_rows.hpp"

#include "core/generator/emit_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace nopal::emit {

namespace {

constexpr std::array<std::string_view, 3> of_angles{"sin", "cos", "tan"};

bool is_of_angles(const std::string& name) { return std::ranges::find(of_angles, name) != of_angles.end(); }

} // namespace

bool may_run_twice(const KernelDeclaration& kernel, const KernelText& text) {
  const bool changes_input = std::ranges::any_of(kernel.arguments, [](const ArgumentDeclaration& argument) {
    return argument.is_total() || argument.access == Access::readwrite;
  });
  return !changes_input && kernel.order == VerticalOrder::parallel && !calls(text, "printf");
}

std::vector<std::string_view> near_functions(const KernelDeclaration& kernel, const KernelText& text) {
  for (const HelperFunction& function : text.functions)
    if (std::ranges::any_of(names_in(without_comments(function.text)), is_of_angles)) return {};
  if (!may_run_twice(kernel, text)) return {};
  const std::vector<std::string> names = names_in(without_comments(text.body));
  std::vector<std::string_view> found;
  for (const std::string_view name : of_angles)
    if (std::ranges::find(names, name) != names.end()) found.push_back(name);
  return found;
}

std::string begin_near(const std::vector<std::string_view>& functions) {
  std::string text;
  for (const std::string_view name : functions)
    text += fmt::format(R"(static inline double nopal_noting_{0}(double a, long* far) {{
#ifdef NOPAL_NATIVE_MATHS
  return nopal_call_{0}(a);
#else
  *far |= !NOPAL_IS_NEAR(a);
  return nopal_near_{0}(a);
#endif
}}
#undef {0}
#define {0}(A) nopal_noting_{0}(A, nopal_far)
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
