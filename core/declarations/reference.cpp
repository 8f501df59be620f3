#include "core/declarations/reference.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

// Escapes a text for a cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '<' || c == '\\') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

std::string ranges(const ParameterDeclaration& parameter) {
  std::string text;
  for (const Range& range : parameter.ranges) text += (text.empty() ? "" : " or ") + code(range.source);
  for (const auto& [name, number] : parameter.words)
    text += fmt::format("{}{} ({})", text.empty() ? "" : " or ", code(name), number);
  for (const auto& [name, description] : parameter.choices)
    text += (text.empty() ? "" : "<br>") + code(name) + (description.empty() ? "" : ": " + cell(description));
  return text;
}

std::string row(const ParameterDeclaration& parameter) {
  const std::string default_text =
      parameter.default_value ? code(parameter.text(*parameter.default_value)) : "must be set";
  std::string description = cell(parameter.description);
  const std::string blank = description.empty() ? "" : " ";
  if (parameter.steerable == Steerable::always) description += blank + "(steerable)";
  if (parameter.steerable == Steerable::recover) description += blank + "(steerable on recovery)";
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", code(parameter.name), code(parameter.type_text()),
                     ranges(parameter), default_text, cell(parameter.unit), description);
}

} // namespace

std::string parameter_reference(const std::vector<ThornDeclaration>& thorns) {
  std::string text = "# Parameters\n\nGenerated from the declarations of the thorns; do not edit.\n";
  for (const ThornDeclaration& thorn : thorns) {
    text += fmt::format("\n## {}\n", thorn.name);
    if (!thorn.description.empty()) text += fmt::format("\n{}\n", thorn.description);
    if (thorn.parameters.empty()) {
      text += "\nNo parameters.\n";
      continue;
    }
    text += "\n| parameter | type | allowed | default | unit | description |\n| --- | --- | --- | --- | --- | --- |\n";
    for (const ParameterDeclaration& parameter : thorn.parameters) text += row(parameter);
  }
  return text;
}

} // namespace nopal
