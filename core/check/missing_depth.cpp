#include "core/check/missing_depth.hpp"

#include "core/base/points_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

std::optional<MissingDepth> missing_depth(const Decomposition& decomposition, const Extent& extent,
                                          bool whole_columns) {
  const Domain& domain = decomposition.domain();
  const long has_ghosts = domain.spec().ghosts, has_width = domain.spec().boundary_width;
  long ghosts = 0, width = 0;
  bool exchanged = false;
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const long away = std::max(-extent.lower[axis], extent.upper[axis]);
    const bool never_exchanged = whole_columns && axis == 2 && !domain.periodic(axis);
    if (away > has_ghosts && !never_exchanged) {
      ghosts = std::max(ghosts, away);
      exchanged |= domain.periodic(axis) || decomposition.process_grid()[axis] > 1;
    }
    if (away > has_width && !domain.periodic(axis)) width = std::max(width, away);
  }
  if (width > 0 && !exchanged)
    return MissingDepth{fmt::format("{} away, but the outer boundary is {} wide", points_text(width), has_width),
                        fmt::format("set driver.boundary_width: {}", width)};
  if (ghosts > 0)
    return MissingDepth{fmt::format("{} away, but ghost zones are {} wide{}", points_text(ghosts), has_ghosts,
                                    exchanged ? "" : " (this run's processes have no neighbours along that axis)"),
                        fmt::format("set driver.ghosts: {}", ghosts), exchanged};
  return std::nullopt;
}

} // namespace nopal
