#include "core/spaces/space.hpp"

namespace nopal {

Space grid_space(const Decomposition& decomposition, int process) {
  const Domain& domain = decomposition.domain();
  const Box owned = decomposition.owned(process), interior = decomposition.interior(process);
  const Box& aligned = interior.empty() ? owned : interior;
  const Layout layout = grid_layout(decomposition.stored(process), aligned.lower[0], domain.dimension());
  return {{Geometry(layout, interior, owned)}, domain.points().points(), false};
}

Space array_space(const Index& shape) {
  const Layout layout = array_layout(shape);
  return {{Geometry(layout)}, layout.box.points(), true};
}

} // namespace nopal
