#include "core/spaces/space.hpp"

namespace nopal {

namespace {

Geometry block(const Decomposition& decomposition, int number) {
  const Box owned = decomposition.owned(number), interior = decomposition.interior(number);
  const Box& aligned = interior.empty() ? owned : interior;
  const int dimension = decomposition.domain().dimension();
  return {grid_layout(decomposition.stored(number), aligned.lower[0], dimension), interior, owned};
}

} // namespace

Space grid_space(const Decomposition& decomposition, int process, int parts) {
  const Domain& domain = decomposition.domain();
  Space space{.exchange = exchange_plan(decomposition, process, parts),
              .regions = Region::interior,
              .points = domain.points().points()};
  for (int part = 0; part < parts; ++part) space.parts.push_back(block(decomposition, process * parts + part));
  if (domain.has_boundary()) space.regions |= Region::boundary;
  if (domain.spec().ghosts > 0) space.regions |= Region::ghosts;
  return space;
}

Space array_space(const Index& shape) {
  const Layout layout = array_layout(shape);
  return {.parts = {Geometry(layout)}, .regions = Region::interior, .points = layout.box.points(), .replicated = true};
}

} // namespace nopal
