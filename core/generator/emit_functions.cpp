#include "core/generator/emit_functions.hpp"

#include "core/generator/dialect.hpp"
#include "core/generator/emit.hpp"
#include "core/generator/straight_body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace nopal::emit {

namespace {

std::vector<std::string_view> with_texts_among(const std::set<std::string>& names) {
  std::vector<std::string_view> found;
  for (const DialectFunction& function : dialect_functions())
    if (function.has_text && names.contains(std::string(function.name))) found.push_back(function.name);
  return found;
}

} // namespace

std::vector<std::string_view> functions_with_texts(const KernelText& kernel) {
  return with_texts_among(names_in(kernel.body, kernel.functions));
}

std::vector<std::string_view> functions_with_texts(const StencilDeclaration& stencil,
                                                   const std::vector<std::string>& texts) {
  std::set<std::string> names;
  for (const JoinedKernel& stage : stencil.stages) {
    const KernelText kernel = parse_kernel_text(texts[stage.kernel]);
    names.merge(names_in(kernel.body, kernel.functions));
  }
  return with_texts_among(names);
}

std::vector<std::string_view> functions_called(const KernelText& kernel) {
  return with_texts_among(called_names(kernel));
}

std::string maths_literal(const KernelText& kernel) {
  return string_literal(fmt::format("{}", fmt::join(functions_called(kernel), ", ")));
}

std::string function_definitions(const std::vector<std::string_view>& with_texts, std::string_view begin,
                                 std::string (*native)(std::string_view name)) {
  std::string lines;
  for (const DialectFunction& function : dialect_functions()) {
    if (function.has_text && std::ranges::find(with_texts, function.name) == with_texts.end()) continue;
    const bool one = function.n_arguments == 1;
    lines += fmt::format(
        "{}{}({}) {{ return {}({}); }}\n", begin, function.name, one ? "double a" : "double a, double b",
        function.has_text ? "nopal_" + std::string(function.name) : native(function.name), one ? "a" : "a, b");
  }
  return lines;
}

} // namespace nopal::emit
