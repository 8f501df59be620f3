#include "core/launch/kernel_extents.hpp"

#include <fmt/format.h>

#include <string_view>

namespace nopal {

namespace {

Extent at(const Index& offset) {
  Extent point;
  for (int axis = 0; axis < 3; ++axis) point.lower[axis] = point.upper[axis] = static_cast<int>(offset[axis]);
  return point;
}

} // namespace

KernelExtents kernel_extents(const BoundKernel& bound, std::span<const Index> normals) {
  const Kernel& kernel = bound.kernel();
  KernelExtents found;
  int writes = 0;
  for (int a = 0; a < kernel.n_accesses; ++a) writes += kernel.accesses[a].writes ? 1 : 0;
  found.reads_first = writes == 1 && std::string_view(kernel.branches).empty();
  for (int f = 0; f < kernel.n_arguments && kernel.arguments[f].is_field(); ++f) {
    const KernelArgument& argument = kernel.arguments[f];
    FieldExtent& field = found.fields.emplace_back();
    field.slot = bound.fields()[static_cast<std::size_t>(f)];
    field.written = argument.access != Access::read;
    if (argument.access == Access::write) continue;
    if (argument.has_extent) {
      field.read = argument.extent;
      continue;
    }
    for (int a = 0; a < kernel.n_accesses; ++a) {
      const KernelAccess& access = kernel.accesses[a];
      if (access.field != f || !access.reads) continue;
      if (!access.is_known && found.unknown.empty())
        found.unknown = fmt::format("it reads {}({}) in line {}, whose extent nobody knows: declare it, such as "
                                    "\"{}<-1:1>\"",
                                    argument.name, access.indices, access.line, argument.source);
      for (const Index& normal : normals) field.read = mee(field.read, at(access.offset_at(normal)));
    }
  }
  return found;
}

} // namespace nopal
