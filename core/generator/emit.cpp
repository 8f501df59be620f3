#include "core/generator/emit.hpp"

#include "core/generator/dialect.hpp"
#include "core/kernel_text/kernel_text.hpp"
#include "core/kernel_text/written_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace nopal::emit {

std::string accessor(const ArgumentDeclaration& argument) {
  const std::string_view use = argument.access == Access::read    ? "Read"
                               : argument.access == Access::write ? "Write"
                                                                  : "ReadWrite";
  if (argument.access == Access::read && argument.memory != FieldMemory::given) return "ReadChanging";
  if (argument.is_field()) return std::string(use);
  return fmt::format("{}Array<{}, {}>", use, element_type(argument), argument.axes);
}

std::string_view order_name(VerticalOrder order) {
  constexpr std::string_view names[] = {"parallel", "forward", "backward"};
  return names[static_cast<int>(order)];
}

std::string_view kind_name(ArgumentKind kind) {
  constexpr std::string_view names[] = {"field", "array", "real", "integer", "dat", "total"};
  return names[static_cast<int>(kind)];
}

std::string_view element_type(const ArgumentDeclaration& argument) {
  return argument.is_integer || argument.kind == ArgumentKind::integer ? "long" : "double";
}

std::string given_parameters(const KernelDeclaration& kernel, std::string_view prefix, bool typed) {
  std::string text;
  const auto add = [&](std::string_view type, std::string_view name) {
    text +=
        fmt::format("{}{}{}{}", text.empty() ? "" : ", ", prefix, typed ? fmt::format("const {} ", type) : "", name);
  };
  for (const GivenValue& value : given_values()) add(value.type, value.name);
  if (kernel.block)
    for (const std::string_view name : block_values()) add("long", name);
  return text;
}

std::string path_of(const KernelDeclaration& kernel, const HelperFunction& function) {
  return function.where.file.empty() ? kernel.path : function.where.file;
}

std::string functions_text(const KernelDeclaration& kernel, const KernelText& text, std::string_view qualifiers) {
  std::string result;
  for (const HelperFunction& function : text.functions)
    result +=
        fmt::format("{}\n", qualifiers) + body_text(path_of(kernel, function), function.text, function.first_line);
  return result;
}

std::string end_functions(const KernelText& text) {
  std::string result;
  for (const HelperFunction& function : text.functions) result += fmt::format("#undef {}\n", function.name);
  return result;
}

std::string lined_text(const std::string& path, const std::string& text, int first_line) {
  return fmt::format("#define int long\n#line {} {}\n{}\n{}\n#undef int\n", first_line, string_literal(path), text,
                     resume_mark);
}

std::string body_text(const std::string& path, const std::string& body, int first_line) {
  return lined_text(path, with_conversions(body), first_line);
}

std::string edges_text(const std::string& body, std::string_view qualifier) {
  std::string text;
  const std::vector<std::string> names = names_in(body);
  for (const GivenValue& value : edge_values())
    if (std::ranges::count(names, value.name) > 0)
      text += fmt::format("  {0}const {1} {2} = n{3} == 0 ? {3} : nopal_{2};\n", qualifier, value.type, value.name,
                          value.name.back());
  return text;
}

std::string constants_text(const KernelDeclaration& kernel, std::string_view qualifier) {
  std::string text;
  for (const auto& [name, value] : kernel.constants)
    text += fmt::format("  {}const long {} = {};\n", qualifier, name, value);
  return text;
}

std::string resume_lines(const std::string& text, const std::string& file) {
  std::string result;
  long line = 1;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find('\n', at);
    end = end == std::string::npos ? text.size() : end;
    const std::string_view current(text.data() + at, end - at);
    result +=
        current == resume_mark ? fmt::format("#line {} {}", line + 1, string_literal(file)) : std::string(current);
    result += '\n';
    ++line;
    at = end + 1;
  }
  return result;
}

std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string on_one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

std::string raw_literal(std::string_view text) {
  constexpr std::size_t longest = 8000;
  // No text can end its literal: the delimiter gets a number that the text does not have.
  std::string delimiter = "nopal", result;
  for (int n = 1; text.find(fmt::format("){}\"", delimiter)) != std::string_view::npos; ++n)
    delimiter = fmt::format("nopal{}", n);
  do {
    const std::string_view piece = text.substr(0, longest);
    result += fmt::format("R\"{0}({1}){0}\"\n", delimiter, piece);
    text.remove_prefix(piece.size());
  } while (!text.empty());
  return result;
}

} // namespace nopal::emit
