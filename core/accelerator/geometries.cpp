#include "core/accelerator/geometries.hpp"

#include "core/spaces/group_layout.hpp"

namespace nopal {

Geometries::Geometries(const Variables& variables, const Decomposition& decomposition, int rank)
    : owned_(decomposition.owned(rank)) {
  int grid_geometry = -1;
  for (int v = 0; v < variables.n_variables(); ++v) {
    const Group& group = variables.group_of(v);
    const bool on_grid = group.kind == GroupKind::gf;
    if (!on_grid) {
      geometries_.emplace_back(group_layout(group, decomposition, rank));
    } else if (grid_geometry < 0) {
      grid_geometry = static_cast<int>(geometries_.size());
      geometries_.emplace_back(group_layout(group, decomposition, rank), decomposition.interior(rank), owned_);
    }
    geometry_of_.push_back(on_grid ? grid_geometry : static_cast<int>(geometries_.size()) - 1);
    element_size_.push_back(size_of(group.type));
  }
}

} // namespace nopal
