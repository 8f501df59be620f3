#include "core/spaces/spaces.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <map>

namespace nopal {

namespace {

Geometry block(const Decomposition& decomposition, int number) {
  const Box owned = decomposition.owned(number), interior = decomposition.interior(number);
  const Box& aligned = interior.empty() ? owned : interior;
  const int dimension = decomposition.domain().dimension();
  return {grid_layout(decomposition.stored(number), aligned.lower[0], dimension), interior, owned};
}

void check_points(const Group& group) {
  constexpr long most = 1L << 53;
  long points = 1;
  for (const long n : group.shape)
    if (n < 1 || __builtin_mul_overflow(points, n, &points) || points > most)
      throw Error(group.where, fmt::format("{}: an array of {} points cannot be stored", group.full_name(),
                                           extents_text(group.shape, 3)));
}

/// Returns the space of an array, or of one value if the shape is {1, 1, 1}. All points are interior.
Space array_space(const Index& shape) {
  const Layout layout = array_layout(shape);
  return {.parts = {Geometry(layout)}, .regions = Region::interior, .points = layout.box.points(), .replicated = true};
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

Spaces::Spaces(const Variables& variables, const Decomposition& decomposition, int process, int parts) {
  int grid = -1;
  std::map<Index, int> arrays; // by shape
  for (int v = 0; v < variables.n_variables(); ++v) {
    const Group& group = variables.group_of(v);
    const int next = static_cast<int>(spaces_.size());
    int space = next;
    if (group.kind == GroupKind::gf) {
      if (grid < 0) grid = next;
      space = grid;
      if (space == next) spaces_.push_back(grid_space(decomposition, process, parts));
    } else {
      check_points(group);
      space = arrays.emplace(group.shape, next).first->second;
      if (space == next) spaces_.push_back(array_space(group.shape));
    }
    space_of_.push_back(space);
  }
}

std::vector<Region> Spaces::regions() const {
  std::vector<Region> result;
  for (const int space : space_of_) result.push_back(spaces_[static_cast<std::size_t>(space)].regions);
  return result;
}

} // namespace nopal
