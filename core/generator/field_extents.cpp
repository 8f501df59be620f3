#include "core/generator/field_extents.hpp"

#include "core/generator/accesses.hpp"

namespace nopal {

std::optional<std::map<std::string, Extent>> field_extents(const KernelDeclaration& kernel, const KernelText& text) {
  std::map<std::string, std::optional<Extent>> seen, read;
  for (const TextAccess& access : text_accesses(kernel, text)) {
    if (!access.is_known || access.normals != std::array<Index, 3>{}) return std::nullopt;
    Extent point;
    for (int axis = 0; axis < 3; ++axis) point.lower[axis] = point.upper[axis] = static_cast<int>(access.offset[axis]);
    const std::string& name = kernel.arguments[static_cast<std::size_t>(access.field)].name;
    seen[name] = mee(seen[name], point);
    if (access.reads) read[name] = mee(read[name], point);
  }
  std::map<std::string, Extent> extents;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    if (!argument.is_field()) continue;
    const std::optional<Extent>& named = read[argument.name];
    if (argument.extent && named && mee(*argument.extent, *named) != *argument.extent) return std::nullopt;
    const std::optional<Extent>& found = argument.extent ? argument.extent : seen[argument.name];
    if (found) extents[argument.name] = *found;
  }
  return extents;
}

} // namespace nopal
