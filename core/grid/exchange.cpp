#include "core/grid/exchange.hpp"

#include <map>
#include <optional>

namespace nopal {

namespace {

/// A strip of ghosts and the rank that owns its points. source_of() returns the strip that lies in `direction` (-1, 0,
/// 1 along each axis) of the process at `coordinates`. Each process owns at least as many points as the ghosts are
/// wide, so the whole strip belongs to the next process in this direction.
struct Source {
  int rank;
  GhostStrip strip;
};

std::optional<Source> source_of(const Decomposition& decomposition, const Index& coordinates, const Index& direction) {
  const Domain& domain = decomposition.domain();
  const Box owned = decomposition.owned(decomposition.rank(coordinates));
  Index from = coordinates;
  GhostStrip strip{owned};
  for (int axis = 0; axis < 3; ++axis) {
    if (direction[axis] == 0) continue;
    const long processes = decomposition.process_grid()[axis], ghosts = domain.spec().ghosts;
    const long points = domain.points().extent(axis);
    from[axis] += direction[axis];
    if (from[axis] < 0 || from[axis] >= processes) {
      if (!domain.periodic(axis)) return std::nullopt;
      from[axis] -= direction[axis] * processes;
      strip.shift[axis] = -direction[axis] * points;
    }
    if (direction[axis] < 0) {
      strip.ghosts.lower[axis] = owned.lower[axis] - ghosts;
      strip.ghosts.upper[axis] = owned.lower[axis];
    } else {
      strip.ghosts.lower[axis] = owned.upper[axis];
      strip.ghosts.upper[axis] = owned.upper[axis] + ghosts;
    }
  }
  if (strip.ghosts.empty()) return std::nullopt;
  return Source{decomposition.rank(from), strip};
}

/// The coordinates of the process whose ghosts in `direction` the process at `coordinates` owns.
std::optional<Index> step_back(const Decomposition& decomposition, Index coordinates, const Index& direction) {
  for (int axis = 0; axis < 3; ++axis) {
    const long processes = decomposition.process_grid()[axis];
    coordinates[axis] -= direction[axis];
    if (coordinates[axis] >= 0 && coordinates[axis] < processes) continue;
    if (!decomposition.domain().periodic(axis)) return std::nullopt;
    coordinates[axis] += coordinates[axis] < 0 ? processes : -processes;
  }
  return coordinates;
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

ExchangePlan exchange_plan(const Decomposition& decomposition, int rank) {
  ExchangePlan plan;
  std::map<int, Neighbour> neighbours;
  const Index here = decomposition.coordinates(rank);
  // The order of directions gives the order of strips in a message, for sender and receiver.
  for (long dk = -1; dk <= 1; ++dk)
    for (long dj = -1; dj <= 1; ++dj)
      for (long di = -1; di <= 1; ++di) {
        const Index direction{di, dj, dk};
        if (direction == Index{0, 0, 0}) continue;
        if (const auto source = source_of(decomposition, here, direction)) {
          if (source->rank == rank) {
            plan.images.push_back(source->strip);
          } else {
            Neighbour& neighbour = neighbours[source->rank];
            neighbour.receive.push_back(source->strip);
            neighbour.receive_points += source->strip.ghosts.points();
          }
        }
        const auto there = step_back(decomposition, here, direction);
        if (!there || decomposition.rank(*there) == rank) continue;
        if (const auto source = source_of(decomposition, *there, direction)) {
          Neighbour& neighbour = neighbours[decomposition.rank(*there)];
          neighbour.send.push_back(source->strip);
          neighbour.send_points += source->strip.ghosts.points();
        }
      }
  for (auto& [other, neighbour] : neighbours) {
    neighbour.rank = other;
    plan.neighbours.push_back(std::move(neighbour));
  }
  return plan;
}

} // namespace nopal
