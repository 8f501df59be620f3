#include "core/tiles/temporary_shape.hpp"

#include <algorithm>

namespace nopal {

namespace {

constexpr long line = 8;   // elements of a cache line
constexpr long page = 512; // elements of a page

long round_up(long n, long to) { return (n + to - 1) / to * to; }

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
  if (axis > 0) {
    first_ = {temporaries_.front().written.lower[axis], temporaries_.front().window.ahead};
    all_ = temporaries_.front().window;
    for (const TileTemporary& each : temporaries_) {
      first_.behind = std::min<long>(first_.behind, each.written.lower[axis]);
      all_ = {std::min(all_.behind, each.window.behind), std::max(all_.ahead, each.window.ahead)};
    }
    first_.ahead = all_.ahead;
    stride_[axis] = slab_;
    const long kept = all_.ahead - std::min(all_.behind, first_.behind);
    // When the window reaches the end of the slabs, `kept` slabs are moved to the beginning. With more slabs this
    // happens less often.
    slabs_ = kept + round_up(std::max(tile[axis], 4 * kept), tile[axis]);
  }
  size_ = slab_ * slabs_;
  // The temporaries begin at different lines of their pages, since a cache has few lines for equal places in pages.
  distance_ = round_up(size_, page) + 17 * line;
}

std::pair<long, long> TemporaryShape::needed(const Tile& tile) const {
  if (axis_ <= 0) return {0, 1};
  const long behind = tile.first ? std::min(first_.behind, all_.behind) : all_.behind;
  return {tile.box.lower[axis_] + behind, tile.box.upper[axis_] + all_.ahead};
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
