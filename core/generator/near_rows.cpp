#include "core/generator/near_rows.hpp"

#include "core/generator/emit_blocks.hpp"
#include "core/generator/straight_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace nopal::emit {

namespace {

constexpr std::array<std::string_view, 3> of_angles{"sin", "cos", "tan"};
// A real that is wrong ends in a real that is wrong. As an integer it may be an index, a divisor or a count.
constexpr std::array<std::string_view, 3> integers{"int", "int32", "uint32"};
constexpr std::array<std::string_view, 5> branches_and_loops{"if", "for", "while", "do", "switch"};

} // namespace

bool is_one_block(const KernelText& text) {
  const auto straight = [](const std::string& part) {
    return std::ranges::none_of(names_in(without_comments(part)), [](const std::string& name) {
      return std::ranges::find(branches_and_loops, name) != branches_and_loops.end();
    });
  };
  return straight(text.body) && std::ranges::all_of(called_functions(text), straight, &HelperFunction::text);
}

bool may_run_twice(const KernelDeclaration& kernel, const KernelText& text) {
  const bool changes_input = std::ranges::any_of(kernel.arguments, [](const ArgumentDeclaration& argument) {
    return argument.is_total() || argument.access == Access::readwrite;
  });
  return !changes_input && kernel.order == VerticalOrder::parallel && !calls(text, "printf");
}

std::vector<std::string_view> near_functions(const KernelDeclaration& kernel, const KernelText& text) {
  if (!may_run_twice(kernel, text) || !is_one_block(text)) return {};
  const auto has = [](const std::string& part, auto list) {
    return std::ranges::any_of(names_in(without_comments(part)),
                               [&](const std::string& name) { return std::ranges::find(list, name) != list.end(); });
  };
  for (const HelperFunction& function : called_functions(text))
    if (has(function.text, of_angles) || has(function.text, integers)) return {};
  const bool guarded = std::ranges::any_of(kernel.arguments, &ArgumentDeclaration::is_guarded);
  if (guarded || has(text.body, integers)) return {};
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
