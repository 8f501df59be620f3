#include "core/spaces/exchange.hpp"

#include <map>
#include <optional>
#include <set>

namespace nopal {

namespace {

/// A strip of a block's ghosts and the block that owns its points.
struct Source {
  int block;
  Box ghosts;
  Index shift{0, 0, 0};
};

/// Returns the ghosts of the block in `direction` (-1, 0, 1 along each axis), or nullopt if it has none there. No block
/// owns fewer points than the ghost zone is wide, so the next block there owns the whole strip.
std::optional<Source> source_of(const Decomposition& decomposition, int block, const Index& direction) {
  const Domain& domain = decomposition.domain();
  const Box owned = decomposition.owned(block);
  Index from = decomposition.coordinates(block);
  Source source{-1, owned};
  for (int axis = 0; axis < 3; ++axis) {
    if (direction[axis] == 0) continue;
    const long blocks = decomposition.process_grid()[axis], ghosts = domain.spec().ghosts;
    const long points = domain.points().extent(axis);
    from[axis] += direction[axis];
    if (from[axis] < 0 || from[axis] >= blocks) {
      if (!domain.periodic(axis)) return std::nullopt;
      from[axis] -= direction[axis] * blocks;
      source.shift[axis] = -direction[axis] * points;
    }
    if (direction[axis] < 0) {
      source.ghosts.lower[axis] = owned.lower[axis] - ghosts;
      source.ghosts.upper[axis] = owned.lower[axis];
    } else {
      source.ghosts.lower[axis] = owned.upper[axis];
      source.ghosts.upper[axis] = owned.upper[axis] + ghosts;
    }
  }
  if (source.ghosts.empty()) return std::nullopt;
  source.block = decomposition.rank(from);
  return source;
}

/// Returns all directions except {0, 0, 0}. The strips of a block have this order in a message.
std::vector<Index> all_directions() {
  std::vector<Index> result;
  for (long dk = -1; dk <= 1; ++dk)
    for (long dj = -1; dj <= 1; ++dj)
      for (long di = -1; di <= 1; ++di)
        if (di != 0 || dj != 0 || dk != 0) result.push_back({di, dj, dk});
  return result;
}

/// Returns the blocks of the process and all blocks that have ghosts which the process owns, ascending.
std::set<int> receivers(const Decomposition& decomposition, int process, int parts) {
  std::set<int> result;
  for (int block = process * parts; block < (process + 1) * parts; ++block) {
    result.insert(block);
    // A block that owns ghosts of this one has ghosts that this one owns, in the opposite direction.
    for (const Index& direction : all_directions())
      if (const auto source = source_of(decomposition, block, direction)) result.insert(source->block);
  }
  return result;
}

} // namespace

long ExchangePlan::receive_points() const {
  long points = 0;
  for (const Neighbour& neighbour : neighbours) points += neighbour.receive_points;
  return points;
}

long ExchangePlan::send_points() const {
  long points = 0;
  for (const Neighbour& neighbour : neighbours) points += neighbour.send_points;
  return points;
}

ExchangePlan exchange_plan(const Decomposition& decomposition, int process, int parts) {
  ExchangePlan plan;
  std::map<int, Neighbour> neighbours;
  for (const int block : receivers(decomposition, process, parts))
    for (const Index& direction : all_directions()) {
      const auto source = source_of(decomposition, block, direction);
      if (!source) continue;
      const int to = block / parts, from = source->block / parts;
      GhostStrip strip{source->ghosts, source->ghosts.shifted(source->shift), block % parts, source->block % parts};
      if (to == process && from == process) {
        plan.local.push_back(std::move(strip));
      } else if (to == process) {
        neighbours[from].receive_points += strip.ghosts.points();
        neighbours[from].receive.push_back(std::move(strip));
      } else if (from == process) {
        neighbours[to].send_points += strip.ghosts.points();
        neighbours[to].send.push_back(std::move(strip));
      }
    }
  for (auto& [other, neighbour] : neighbours) {
    neighbour.rank = other;
    plan.neighbours.push_back(std::move(neighbour));
  }
  return plan;
}

} // namespace nopal
