#include "core/launch/tile_shape.hpp"

#include "core/base/rounding.hpp"

#include <algorithm>
#include <vector>

namespace nopal {

namespace {

/// What a row and a tile cost in addition, in points.
constexpr double row_cost = 24, tile_cost = 400;
/// How much longer a tile takes whose fields do not fit into the cache.
constexpr double miss_factor = 1.25;
/// Work-items of a GPU that run together lie along i.
constexpr long warp = 32;

/// Lengths of a tile along an axis with n points: powers of two and the whole axis.
std::vector<long> lengths(long n, bool whole) {
  std::vector<long> result;
  if (!whole)
    for (long length = 1; length < n; length *= 2) result.push_back(length);
  result.push_back(n);
  return result;
}

/// The estimated time for all tiles, in points that one worker computes.
double cost(const TiledWork& work, const TileLimits& limits, const Index& tile) {
  double points = 1, rows = 1;
  long tiles = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const long halo =
        axis < work.dimension ? std::max(0, work.halo.upper[axis]) - std::min(0, work.halo.lower[axis]) : 0;
    long along = tile[axis] + halo;
    // A GPU computes rows in steps of a warp.
    if (axis == 0 && !limits.by_rows) along = round_up(along, warp);
    points *= static_cast<double>(along);
    if (axis > 0) rows *= static_cast<double>(along);
    tiles *= (work.box.extent(axis) + tile[axis] - 1) / tile[axis];
  }
  const long workers = std::max(1L, limits.workers);
  const long rounds = (tiles + workers - 1) / workers;
  return static_cast<double>(rounds) * (points + tile_cost + (limits.by_rows ? rows * row_cost : 0));
}

/// Whether all fields of a tile fit. In columns each field is read in one pass, so only temporaries come back.
bool fields_fit(const TiledWork& work, const TileLimits& limits, const Index& tile, const TileScratch& scratch) {
  if (!limits.by_rows || work.whole_columns) return true;
  const long elements = scratch.slice + work.n_fields * tile[0] * tile[1] * tile[2];
  return static_cast<std::size_t>(elements) * 8 <= limits.bytes;
}

} // namespace

std::optional<Index> choose_tile(const TiledWork& work, const TileLimits& limits) {
  if (work.box.empty()) return std::nullopt;
  std::optional<Index> best;
  double least = 0;
  for (const long k : lengths(work.box.extent(2), work.whole_columns))
    for (const long j : lengths(work.box.extent(1), false))
      for (const long i : lengths(work.box.extent(0), false)) {
        const Index tile{i, j, k};
        const TileScratch scratch = tile_scratch(tile, work.halo, work.n_temporaries, work.dimension);
        if (static_cast<std::size_t>(scratch.slice) * 8 > limits.bytes) continue;
        const double its = cost(work, limits, tile) * (fields_fit(work, limits, tile, scratch) ? 1 : miss_factor);
        if (best && its >= least) continue;
        best = tile;
        least = its;
      }
  return best;
}

} // namespace nopal
