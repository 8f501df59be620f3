#include "core/kernels/read_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace nopal {

std::string clause_name(const Kernel& kernel, const KernelArgument& field) {
  std::string_view name = field.source;
  const std::string own = std::string(kernel.thorn) + "::";
  if (name.starts_with(own)) name.remove_prefix(own.size());
  if (name.ends_with("@0")) name.remove_suffix(2);
  return std::string(name);
}

std::string inward_advice(const Kernel& kernel, const KernelArgument& field, const KernelGrid& grid, const Index& point,
                          const Index& at) {
  if (grid.owned.empty() || field.has_extent || any(field.reads & Region::ghosts)) return "";
  for (int axis = 0; axis < 3; ++axis) {
    const bool upwards = point[axis] < grid.interior.lower[axis] && at[axis] >= grid.owned.upper[axis];
    const bool downwards = point[axis] >= grid.interior.upper[axis] && at[axis] < grid.owned.lower[axis];
    if (grid.exists[axis] == 0 || (!upwards && !downwards)) continue;
    const int depth = static_cast<int>(std::min<long>(std::labs(at[axis] - point[axis]), largest_offset));
    Extent needed;
    needed.lower[axis] = -depth;
    needed.upper[axis] = depth;
    return fmt::format(
        "this process does not own the point, because nopal does not know that the kernel reads so far "
        "inwards from the boundary: declare it, such as \"{}{}({})\" under reads:, or use indices that show "
        "it, such as i-2*ni",
        clause_name(kernel, field), needed.text(), to_string(field.reads));
  }
  return "";
}

} // namespace nopal
