#include "core/generator/field_extents.hpp"

#include <regex>

namespace nopal {

namespace {

/// The index along an axis minus the point's own index: -2 for "i - 2".
std::optional<int> offset_of(const std::string& index, char axis) {
  static const std::regex form(R"(\s*([ijk])\s*(?:([-+])\s*(0|[1-9]\d{0,3})\s*)?)"); // 010 is octal
  std::smatch parts;
  if (!std::regex_match(index, parts, form) || parts.str(1)[0] != axis) return std::nullopt;
  if (!parts[2].matched) return 0;
  const int number = std::stoi(parts.str(3));
  return parts.str(2) == "-" ? -number : number;
}

/// The point of the access whose indices follow, "(i+1, j, k) …".
std::optional<Extent> access_at(const std::string& text) {
  static const std::regex form(R"(\s*\(([^,()]*),([^,()]*),([^,()]*)\))");
  std::smatch indices;
  if (!std::regex_search(text, indices, form, std::regex_constants::match_continuous)) return std::nullopt;
  Extent point;
  for (int axis = 0; axis < 3; ++axis) {
    const std::optional<int> offset = offset_of(indices.str(static_cast<std::size_t>(axis) + 1), "ijk"[axis]);
    if (!offset) return std::nullopt;
    point.lower[axis] = point.upper[axis] = *offset;
  }
  return point;
}

/// Whether the body declares i, j or k again. The point's own indices are constant.
bool declares_an_index(const std::string& body) {
  static const std::regex declaration(R"((^|[^\w.])[ijk]\s*=([^=]|$))");
  return std::regex_search(body, declaration);
}

} // namespace

std::optional<std::map<std::string, Extent>> field_extents(const KernelDeclaration& kernel, const KernelText& text) {
  std::map<std::string, std::optional<Extent>> seen;
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field()) seen[argument.name];
  const std::string body = without_comments(text.body);
  if (declares_an_index(body)) return std::nullopt;
  static const std::regex name(R"([A-Za-z_]\w*)");
  for (std::sregex_iterator at(body.begin(), body.end(), name), end; at != end; ++at) {
    const auto field = seen.find(at->str());
    if (field == seen.end()) continue;
    const std::optional<Extent> point = access_at(at->suffix().str());
    if (!point) return std::nullopt;
    field->second = mee(field->second, *point);
  }
  std::map<std::string, Extent> extents;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (!argument.is_field()) continue;
    const std::optional<Extent>& found = argument.extent ? argument.extent : seen[argument.name];
    if (found) extents[argument.name] = *found;
  }
  return extents;
}

} // namespace nopal
