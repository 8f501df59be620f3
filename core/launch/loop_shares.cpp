#include "core/launch/loop_shares.hpp"

#include <algorithm>
#include <deque>

namespace nopal {

namespace {

/// Elements of a part of a loop without increments: enough that the start of a part costs nothing.
constexpr std::int32_t block_elements = 4096;

} // namespace

LoopShares LoopShares::blocks(const LocalSet& set) {
  LoopShares shares;
  for (std::int32_t first = 0; first < set.owned; first += block_elements)
    shares.parts_.push_back({{.first = first, .end = std::min(first + block_elements, set.owned)}});
  return shares;
}

LoopShares LoopShares::in_order(const LocalSet& set) {
  LoopShares shares;
  std::vector<LoopSegment>& segments = shares.parts_.emplace_back();
  for (const std::int32_t element : set.order) {
    if (segments.empty() || segments.back().end != element) segments.push_back({.first = element, .end = element});
    ++segments.back().end;
  }
  return shares;
}

LoopShares LoopShares::by_targets(const RunMesh& mesh, int set, std::span<const int> maps, std::span<const int> added,
                                  int n_threads) {
  const LocalMesh& local = mesh.local;
  std::vector<TargetTable> tables;
  std::deque<LocalTable> made; // tables of maps by rule: only rows on the borders between threads are kept
  for (const int number : added) {
    const LocalMap& map = local.maps[static_cast<std::size_t>(number)];
    if (map.lines() != nullptr) made.push_back(map.make_table());
    tables.push_back({map.lines() != nullptr ? &made.back() : &map.table(),
                      mesh.topology.maps[static_cast<std::size_t>(number)].to});
  }
  std::vector<std::int32_t> owned;
  for (const LocalSet& each : local.sets) owned.push_back(each.owned);
  const std::vector<std::int32_t>& order = local.sets[static_cast<std::size_t>(set)].order;
  LoopShares shares;
  shares.shares_ = std::make_unique<const ThreadShares>(share_out(
      {.first = 0, .end = static_cast<std::int32_t>(order.size()), .order = order}, tables, owned, n_threads));
  shares.rows_.resize(shares.shares_->threads.size());
  for (std::size_t t = 0; t < shares.rows_.size(); ++t) {
    const ThreadShare& share = shares.shares_->threads[t];
    Rows& rows = shares.rows_[t];
    rows.targets.resize(maps.size());
    rows.starts.resize(maps.size());
    for (std::size_t n = 0; n < added.size(); ++n) {
      const auto position = static_cast<std::size_t>(std::ranges::find(maps, added[n]) - maps.begin());
      rows.targets[position] = share.rows[n].targets().data();
      rows.starts[position] = share.rows[n].offsets().data();
    }
    std::vector<LoopSegment>& segments = shares.parts_.emplace_back();
    for (const ShareSegment& segment : share.segments) {
      LoopSegment& made = segments.emplace_back();
      made.first = segment.first;
      made.end = segment.end;
      if (!segment.border) continue;
      made.elements = share.border.data();
      made.rows = rows.targets.data();
      made.starts = rows.starts.data();
    }
  }
  return shares;
}

} // namespace nopal
