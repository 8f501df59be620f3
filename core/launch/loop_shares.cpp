#include "core/launch/loop_shares.hpp"

#include <algorithm>
#include <deque>

namespace nopal {

namespace {

/// Elements of a part of a loop without increments: enough that the start of a part costs nothing.
constexpr std::int32_t block_elements = 4096;

/// Returns for each owned target whether it gets nothing in a run of LoopShares::by_targets.
std::vector<std::vector<bool>> left_out_of(LoopPart run, const LocalSet& set, std::span<const TargetTable> tables,
                                           std::span<const std::int32_t> owned) {
  std::vector<std::vector<bool>> result;
  if (run == LoopPart::all) return result;
  for (const std::int32_t n : owned) result.emplace_back(static_cast<std::size_t>(n), run == LoopPart::rest);
  for (const TargetTable& each : tables)
    for (std::int32_t element = set.core; element < set.executed; ++element)
      for (const std::int32_t target : each.table->row(element))
        if (target < owned[static_cast<std::size_t>(each.to)])
          result[static_cast<std::size_t>(each.to)][static_cast<std::size_t>(target)] = run == LoopPart::core;
  return result;
}

} // namespace

LoopShares LoopShares::blocks(const LocalSet& set, LoopPart run) {
  LoopShares shares;
  const LoopElements elements = places_of(run, set.core, set.owned);
  for (std::int32_t first = elements.first; first < elements.end; first += block_elements)
    shares.parts_.push_back({{.first = first, .end = std::min(first + block_elements, elements.end)}});
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
                                  int n_threads, LoopPart run) {
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
  const LocalSet& from = local.sets[static_cast<std::size_t>(set)];
  LoopShares shares;
  shares.shares_ = std::make_unique<const ThreadShares>(
      share_out({.first = 0, .end = static_cast<std::int32_t>(from.order.size()), .order = from.order}, tables, owned,
                n_threads, left_out_of(run, from, tables, owned)));
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
