#include "core/sets/thread_shares.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// By number of the set, whether a target gets nothing; may be empty.
using LeftOut = std::span<const std::vector<bool>>;

bool is_left_out(LeftOut left_out, std::size_t set, std::int32_t target) {
  return !left_out.empty() && left_out[set][static_cast<std::size_t>(target)];
}

/// Returns for each set and each owned target how many entries of the loop's elements lead to it.
std::vector<std::vector<std::int64_t>> count_entries(const LoopElements& elements, std::span<const TargetTable> tables,
                                                     std::span<const std::int32_t> owned, LeftOut left_out) {
  std::vector<std::vector<std::int64_t>> entries;
  for (const std::int32_t n : owned) entries.emplace_back(n);
  for (std::int32_t place = elements.first; place < elements.end; ++place)
    for (const TargetTable& each : tables)
      for (const std::int32_t target : each.table->row(elements.element(place)))
        if (target < owned[each.to] && !is_left_out(left_out, each.to, target)) ++entries[each.to][target];
  return entries;
}

/// Cuts targets into ranges to which about the same number of entries leads. Returns the bounds of the ranges.
std::vector<std::int32_t> cut(const std::vector<std::int64_t>& entries, int n_ranges) {
  std::int64_t total = 0, before = 0;
  for (const std::int64_t n : entries) total += n;
  std::vector<std::int32_t> bounds{0};
  for (std::size_t target = 0; target < entries.size(); ++target) {
    while (std::ssize(bounds) < n_ranges && before * n_ranges >= total * std::ssize(bounds))
      bounds.push_back(static_cast<std::int32_t>(target));
    before += entries[target];
  }
  bounds.resize(static_cast<std::size_t>(n_ranges) + 1, static_cast<std::int32_t>(entries.size()));
  return bounds;
}

/// Deals the elements out, one after another.
class Dealer {
public:
  Dealer(std::span<const TargetTable> tables, std::span<const std::vector<std::int32_t>> bounds, int n_threads,
         LeftOut left_out)
      : tables_(tables), owners_(bounds.size()), threads_(n_threads) {
    for (std::size_t set = 0; set < bounds.size(); ++set) {
      for (int thread = 0; thread < n_threads; ++thread) owners_[set].resize(bounds[set][thread + 1], thread);
      for (std::int32_t target = 0; target < std::ssize(owners_[set]); ++target)
        if (is_left_out(left_out, set, target)) owners_[set][target] = no_thread;
    }
    for (Growing& each : threads_) {
      each.targets.resize(tables.size());
      each.offsets.resize(tables.size(), {0});
    }
  }

  /// Returns the number of threads that execute the element.
  std::ptrdiff_t deal(std::int32_t element) {
    members_.clear();
    bool ghosts = false;
    for (const TargetTable& each : tables_)
      for (const std::int32_t target : each.table->row(element)) {
        const int owner = owner_of(each.to, target);
        if (owner == no_thread)
          ghosts = true;
        else if (std::ranges::count(members_, owner) == 0)
          members_.push_back(owner);
      }
    for (const int thread : members_) {
      if (members_.size() == 1 && !ghosts)
        add_inner(threads_[thread].share.segments, element);
      else
        add_border(thread, element);
    }
    return std::ssize(members_);
  }

  std::vector<ThreadShare> take() {
    std::vector<ThreadShare> shares;
    for (Growing& each : threads_) {
      for (std::size_t t = 0; t < tables_.size(); ++t) {
        const int arity = tables_[t].table->arity();
        each.share.rows.push_back(arity > 0 ? LocalTable(arity, std::move(each.targets[t]))
                                            : LocalTable(std::move(each.offsets[t]), std::move(each.targets[t])));
      }
      shares.push_back(std::move(each.share));
    }
    return shares;
  }

private:
  static constexpr int no_thread = -1;

  /// A share that grows. Its tables are made at the end.
  struct Growing {
    ThreadShare share;
    std::vector<std::vector<std::int32_t>> targets; ///< by table
    std::vector<std::vector<std::int64_t>> offsets;
  };

  int owner_of(int set, std::int32_t target) const {
    return target < std::ssize(owners_[set]) ? owners_[set][target] : no_thread;
  }

  static void add_inner(std::vector<ShareSegment>& segments, std::int32_t element) {
    if (!segments.empty() && !segments.back().border && segments.back().end == element)
      ++segments.back().end;
    else
      segments.push_back({false, element, element + 1});
  }

  void add_border(int thread, std::int32_t element) {
    Growing& growing = threads_[thread];
    std::vector<ShareSegment>& segments = growing.share.segments;
    const std::int32_t at = static_cast<std::int32_t>(growing.share.border.size());
    if (segments.empty() || !segments.back().border) segments.push_back({true, at, at});
    ++segments.back().end;
    growing.share.border.push_back(element);
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      std::vector<std::int32_t>& targets = growing.targets[t];
      for (const std::int32_t target : tables_[t].table->row(element))
        targets.push_back(owner_of(tables_[t].to, target) == thread ? target : -1);
      growing.offsets[t].push_back(std::ssize(targets));
    }
  }

  std::span<const TargetTable> tables_;
  std::vector<std::vector<int>> owners_; ///< by set: the thread that owns each target
  std::vector<Growing> threads_;
  std::vector<int> members_; ///< the threads that execute an element
};

} // namespace

ThreadShares share_out(const LoopElements& elements, std::span<const TargetTable> incremented,
                       std::span<const std::int32_t> owned, int n_threads, LeftOut left_out) {
  NOPAL_ASSERT(n_threads >= 1);
  for (const TargetTable& each : incremented) NOPAL_ASSERT(each.to >= 0 && each.to < std::ssize(owned));
  ThreadShares shares;
  for (const std::vector<std::int64_t>& entries : count_entries(elements, incremented, owned, left_out))
    shares.bounds.push_back(cut(entries, n_threads));
  Dealer dealer(incremented, shares.bounds, n_threads, left_out);
  for (std::int32_t place = elements.first; place < elements.end; ++place)
    if (dealer.deal(elements.element(place)) > 1) ++shares.repeated;
  shares.threads = dealer.take();
  return shares;
}

} // namespace nopal
