#include "core/generator/emit_blocks.hpp"

#include "core/generator/emit.hpp"
#include "core/kernel_text/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal::emit {

namespace {

bool text_calls(const std::string& text, std::string_view name) {
  const Tokens tokens(text);
  for (std::size_t n = 0; n < tokens.size(); ++n)
    if (tokens[n].is(name) && tokens[n + 1].is("(")) return true;
  return false;
}

} // namespace

bool calls(const KernelText& text, std::string_view name) {
  return text_calls(text.body, name) || std::ranges::any_of(text.functions, [&](const HelperFunction& function) {
           return text_calls(function.text, name);
         });
}

bool has_static(const KernelText& text) {
  return std::any_of(text.shared.begin(), text.shared.end(), [](const auto& array) { return !array.is_dynamic(); });
}

std::string shared_struct(const KernelDeclaration& kernel, const KernelText& text) {
  if (!has_static(text)) return "";
  std::string result = "struct nopal_shared_arrays {\n";
  for (const SharedArray& array : text.shared)
    if (!array.is_dynamic())
      result += fmt::format("#line {} {}\n  {} {}{};\n", array.where.line, string_literal(kernel.path),
                            array.stored_type(), array.name, array.extents);
  return result + std::string(resume_mark) + "\n};\n\n";
}

std::string shared_parameters(const KernelText& text, std::string_view arrays, std::string_view space) {
  std::string result;
  if (has_static(text)) result += fmt::format(",\n    {} nopal_arrays", arrays);
  if (const SharedArray* dynamic = text.dynamic())
    result += fmt::format(",\n    {}{}* nopal_dynamic", space, dynamic->stored_type());
  return result;
}

std::string shared_values(const KernelText& text, std::string_view arrays) {
  return fmt::format("{}{}{}", has_static(text) ? ", " : "", has_static(text) ? arrays : "",
                     text.dynamic() != nullptr ? ", nopal_dynamic" : "");
}

std::string begin_shared(const KernelDeclaration& kernel, const KernelText& text, std::string_view access,
                         std::string_view sync) {
  if (!kernel.block) return "";
  std::string result = fmt::format("#define block_sync() {}\n", sync);
  for (const SharedArray& array : text.shared)
    result += array.is_dynamic() ? fmt::format("#define {} nopal_dynamic\n", array.name)
                                 : fmt::format("#define {0} (nopal_arrays{1}{0})\n", array.name, access);
  return result;
}

std::string end_shared(const KernelDeclaration& kernel, const KernelText& text) {
  if (!kernel.block) return "";
  std::string result = "#undef block_sync\n";
  for (const SharedArray& array : text.shared) result += fmt::format("#undef {}\n", array.name);
  return result;
}

} // namespace nopal::emit
