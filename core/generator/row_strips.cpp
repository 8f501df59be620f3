#include "core/generator/row_strips.hpp"

#include "core/generator/emit_functions.hpp"
#include "core/generator/repeated_points.hpp"

#include <fmt/format.h>

namespace nopal::emit {

bool has_row_strips(const KernelDeclaration& kernel, const KernelText& text) {
  return !functions_called(text).empty() && may_repeat_points(kernel, text);
}

std::string row_in_parts(std::string_view lower, std::string_view upper, int strip, std::string_view loop) {
  if (strip == 0) return fmt::format("    const long nopal_lower_i = {}, nopal_upper_i = {};\n{}", lower, upper, loop);
  return fmt::format(R"(    const long nopal_length = {1} - {0}, nopal_rest = nopal_length % {2};
    for (long nopal_lower_i = {0}, nopal_upper_i = nopal_length > {2} ? {1} - nopal_rest : {1};;) {{
{3}      if (nopal_upper_i == {1}) break;
      nopal_upper_i = {1};
      nopal_lower_i = nopal_upper_i - {2};
    }}
)",
                     lower, upper, strip, loop);
}

} // namespace nopal::emit
