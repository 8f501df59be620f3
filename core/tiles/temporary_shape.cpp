#include "core/tiles/temporary_shape.hpp"

#include "core/base/rounding.hpp"

#include <algorithm>

namespace nopal {

namespace {

constexpr long line = 8;   // elements of a cache line
constexpr long page = 512; // elements of a page
/// Slabs before and behind those of a temporary. They never hold values, so a kernel that reads a little further than
/// it declares reads poison there, if poison is asked for.
constexpr long guard_slabs = 2;
/// The slabs of a temporary hold this many windows in addition to the one that a tile needs.
constexpr long spare_windows = 2;

/// Slabs before and behind those of a temporary if tiles follow each other along this axis.
long guard(int axis) { return axis > 0 ? guard_slabs : 0; }

} // namespace

std::vector<TileTemporary> tile_temporaries(const StageChain& chain, const std::vector<std::optional<Extent>>& computed,
                                            const Skews& skews) {
  std::vector<std::optional<Extent>> written(chain.variables.size());
  for (std::size_t s = 0; s < computed.size(); ++s)
    if (computed[s])
      for (const int variable : chain.stages[s].writes) written[variable] = mee(written[variable], *computed[s]);
  std::vector<TileTemporary> temporaries;
  for (int v = 0; v < static_cast<int>(written.size()); ++v)
    if (chain.variables[v].temporary && written[v]) temporaries.push_back({v, *written[v], *skews.windows[v]});
  return temporaries;
}

TemporaryShape::TemporaryShape(const Index& tile, std::span<const TileTemporary> temporaries, int axis, int dimension)
    : temporaries_(temporaries.begin(), temporaries.end()), axis_(axis) {
  if (temporaries_.empty()) return;
  halo_ = temporaries_.front().written;
  for (const TileTemporary& each : temporaries_) halo_ = mee(halo_, each.written);
  halo_ = mee(halo_, Extent{}); // an extent need not hold the point itself
  lead_ = round_up(-halo_.lower[0], line);
  const long row = round_up(lead_ + tile[0] + halo_.upper[0], line);
  long next = row;
  for (int a = 1; a < dimension; ++a) {
    if (a == axis) continue;
    stride_[a] = next;
    next *= tile[a] - halo_.lower[a] + halo_.upper[a];
  }
  slab_ = next;
  if (axis > 0) stride_[axis] = slab_;
  for (const TileTemporary& each : temporaries_) {
    Place place{elements_ + guard(axis) * slab_, 1};
    in_use_ += slab_;
    if (axis > 0) {
      const long kept = each.window.ahead - std::min<long>(each.window.behind, each.written.lower[axis]);
      in_use_ += (kept + tile[axis] - 1) * slab_;
      // When the window reaches the end of the slabs, `kept` slabs are moved to the beginning. With more slabs this
      // happens less often, but a temporary passes through more memory.
      place.slabs = kept + round_up(std::max(tile[axis], spare_windows * kept), tile[axis]);
    }
    places_.push_back(place);
    // The temporaries begin at different lines of their pages, since a cache has few lines for equal places in pages.
    elements_ += round_up(slab_ * (place.slabs + 2 * guard(axis)), page) + 17 * line;
  }
}

std::pair<long, long> TemporaryShape::with_guard(int temporary) const {
  const Place& place = places_[static_cast<std::size_t>(temporary)];
  return {place.first - guard(axis_) * slab_, place.first + (place.slabs + guard(axis_)) * slab_};
}

std::pair<long, long> TemporaryShape::needed(int temporary, const Tile& tile) const {
  if (axis_ <= 0) return {0, 1};
  const auto& [variable, written, window] = temporaries_[static_cast<std::size_t>(temporary)];
  const long behind = tile.first ? std::min<long>(written.lower[axis_], window.behind) : window.behind;
  return {tile.box.lower[axis_] + behind, tile.box.upper[axis_] + window.ahead};
}

std::pair<long, long> TemporaryShape::kept(int temporary, const Tile& tile) const {
  if (axis_ <= 0 || tile.first) return {0, 0};
  const TileWindow& window = temporaries_[static_cast<std::size_t>(temporary)].window;
  return {tile.box.lower[axis_] + window.behind, tile.box.lower[axis_] + window.ahead};
}

long TemporaryShape::origin(int temporary, const Tile& tile, long slab) const {
  long origin = first(temporary) + lead_ - tile.box.lower[0];
  for (int a = 1; a < 3; ++a) origin -= stride_[a] * (a == axis_ ? slab : tile.box.lower[a] + halo_.lower[a]);
  return origin;
}

Box TemporaryShape::held(int temporary, const Tile& tile) const {
  const auto& [variable, written, window] = temporaries_[static_cast<std::size_t>(temporary)];
  Box box = tile.run;
  for (int a = 0; a < 3; ++a) {
    box.lower[a] += written.lower[a];
    box.upper[a] += written.upper[a];
  }
  if (axis_ <= 0) return box;
  if (!tile.first) box.lower[axis_] = std::max(box.lower[axis_], tile.box.lower[axis_] + window.behind);
  if (!tile.last) box.upper[axis_] = std::min(box.upper[axis_], tile.box.upper[axis_] + window.ahead);
  return box;
}

} // namespace nopal
