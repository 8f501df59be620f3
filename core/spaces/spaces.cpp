#include "core/spaces/spaces.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <map>

namespace nopal {

namespace {

Geometry block_of(const Decomposition& decomposition, int number) {
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
  for (int part = 0; part < parts; ++part) space.parts.push_back(block_of(decomposition, process * parts + part));
  if (domain.has_boundary()) space.regions |= Region::boundary;
  if (domain.spec().ghosts > 0) space.regions |= Region::ghosts;
  return space;
}

Space set_space(const LocalSet& set, int components, int processes) {
  const Layout layout = array_layout({components, set.stored, 1});
  const Box owned{{0, 0, 0}, {components, set.owned, 1}};
  Space space{.parts = {Geometry(layout, owned, owned)},
              .regions = processes > 1 ? Region::interior | Region::ghosts : Region::interior,
              .points = set.global * components};
  const auto points = [&](const std::vector<std::int32_t>& elements) {
    return IndexSet::listed({elements.begin(), elements.end()}, components);
  };
  for (const SetNeighbour& neighbour : set.neighbours) {
    Neighbour& added = space.exchange.neighbours.emplace_back();
    added.rank = neighbour.rank;
    // The other process has the other set of points of each strip.
    if (!neighbour.receive.empty()) added.receive.push_back({.ghosts = points(neighbour.receive)});
    if (!neighbour.send.empty()) added.send.push_back({.source = points(neighbour.send)});
    added.receive_points = std::ssize(neighbour.receive) * components;
    added.send_points = std::ssize(neighbour.send) * components;
  }
  return space;
}

Spaces::Spaces(const Variables& variables, const Decomposition& decomposition, int process, int parts,
               const RunMesh* mesh) {
  int grid = -1;
  std::map<Index, int> arrays;                              // by shape
  std::map<std::pair<std::string, int>, int> spaces_of_set; // by set and components
  for (int v = 0; v < variables.n_variables(); ++v) {
    const Group& group = variables.group_of(v);
    const int next = static_cast<int>(spaces_.size());
    int space = next;
    if (group.kind == GroupKind::gf) {
      if (grid < 0) grid = next;
      space = grid;
      if (space == next) spaces_.push_back(grid_space(decomposition, process, parts));
    } else if (group.kind == GroupKind::dat) {
      space = spaces_of_set.emplace(std::pair{group.set, group.components}, next).first->second;
      if (space == next)
        spaces_.push_back(mesh == nullptr ? set_space({}, group.components, 1)
                                          : set_space(mesh->set(group.set), group.components, mesh->processes));
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
