#include "gather.hpp"

namespace nopal::nan_checker {

namespace {

/// The members of Found, with the number of points in place of the points.
struct Head {
  std::int64_t nan, plus_infinity, minus_infinity;
  Box box;
  std::size_t n_points;
};

} // namespace

Found gather(Services& services, const Found& mine, std::size_t most_points) {
  Collective& collective = services.collective();
  const std::vector<Head> heads =
      collective.gather(Head{mine.nan, mine.plus_infinity, mine.minus_infinity, mine.box, mine.first.size()});
  Found all = mine;
  for (std::size_t rank = 1; rank < heads.size(); ++rank)
    all.merge({heads[rank].nan, heads[rank].plus_infinity, heads[rank].minus_infinity, heads[rank].box, {}},
              most_points);
  collective.gather(
      std::span(mine.first), [&](int rank) { return heads[static_cast<std::size_t>(rank)].n_points; },
      [&](int rank, std::span<const Point> points) {
        if (rank != 0) all.merge({0, 0, 0, {}, {points.begin(), points.end()}}, most_points);
      });
  return all;
}

} // namespace nopal::nan_checker
