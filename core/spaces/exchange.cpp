#include "core/spaces/exchange.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace nopal {

namespace {

/// Consecutive ghosts along one axis that one block owns. `block`: its coordinate along the axis.
struct AxisStrip {
  long lower;
  long upper;
  long shift; ///< from a ghost to its owner
  long block;
};

/// Returns the ghosts of a block along an axis in `direction` (-1 or 1), from the nearest ones to the farthest. The
/// next block owns the first ones. Along a periodic axis it may own too few of them; then the block behind it follows,
/// and so on, around the axis as often as needed.
std::vector<AxisStrip> ghosts_along(const Decomposition& decomposition, const Index& at, int axis, long direction) {
  const bool periodic = decomposition.domain().periodic(axis);
  const long blocks = decomposition.process_grid()[axis], ghosts = decomposition.domain().spec().ghosts;
  const Box own = decomposition.owned(decomposition.rank(at));
  std::vector<AxisStrip> strips;
  Index from = at;
  for (long found = 0; found < ghosts;) {
    from[axis] += direction;
    if (from[axis] < 0 || from[axis] >= blocks) {
      if (!periodic) break;
      from[axis] -= direction * blocks;
    }
    const Box owner = decomposition.owned(decomposition.rank(from));
    const long points = std::min(owner.extent(axis), ghosts - found);
    if (direction < 0) {
      const long upper = own.lower[axis] - found;
      strips.push_back({upper - points, upper, owner.upper[axis] - upper, from[axis]});
    } else {
      const long lower = own.upper[axis] + found;
      strips.push_back({lower, lower + points, owner.lower[axis] - lower, from[axis]});
    }
    found += points;
  }
  return strips;
}

/// A strip of a block's ghosts and the block that owns its points.
struct Source {
  int block;
  Box ghosts;
  Index shift;
};

/// Returns all strips of a block's ghosts. This is their order in a message.
std::vector<Source> sources_of(const Decomposition& decomposition, int block) {
  const Index at = decomposition.coordinates(block);
  const Box owned = decomposition.owned(block);
  std::vector<AxisStrip> along[3][3]; // by axis, and by direction + 1
  for (int axis = 0; axis < 3; ++axis) {
    along[axis][1].push_back({owned.lower[axis], owned.upper[axis], 0, at[axis]});
    if (!decomposition.domain().exists(axis)) continue;
    for (const long direction : {-1L, 1L})
      along[axis][direction + 1] = ghosts_along(decomposition, at, axis, direction);
  }
  std::vector<Source> sources;
  for (int direction = 0; direction < 27; ++direction) {
    if (direction == 13) continue; // the block's own points
    for (const AxisStrip& k : along[2][direction / 9])
      for (const AxisStrip& j : along[1][direction / 3 % 3])
        for (const AxisStrip& i : along[0][direction % 3])
          sources.push_back({decomposition.rank({i.block, j.block, k.block}),
                             {{i.lower, j.lower, k.lower}, {i.upper, j.upper, k.upper}},
                             {i.shift, j.shift, k.shift}});
  }
  return sources;
}

/// Returns the blocks of the process and all blocks that have ghosts which the process owns, ascending.
std::set<int> receivers(const Decomposition& decomposition, int process, int parts) {
  std::set<int> result;
  for (int block = process * parts; block < (process + 1) * parts; ++block) {
    result.insert(block);
    // A block that owns ghosts of this one has ghosts that this one owns, in the opposite direction.
    for (const Source& source : sources_of(decomposition, block)) result.insert(source.block);
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
    for (const Source& source : sources_of(decomposition, block)) {
      const int to = block / parts, from = source.block / parts;
      GhostStrip strip{source.ghosts, source.ghosts.shifted(source.shift), block % parts, source.block % parts};
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
