#pragma once
// How threads run a loop with increments, without conflicts and with the same bits as one thread: each thread owns some
// of the targets. It executes all elements that lead to one of them, and adds to no other target.

#include "core/sets/loop_elements.hpp"
#include "core/sets/target_table.hpp"

namespace nopal {

/// Some elements that a thread executes one after another.
struct ShareSegment {
  /// false: the elements first to end - 1. All their targets belong to the thread.
  /// true: ThreadShare::border[first] to border[end - 1].
  bool border = false;
  std::int32_t first = 0, end = 0;

  bool operator==(const ShareSegment&) const = default;
};

/// What one thread executes.
struct ThreadShare {
  std::vector<ShareSegment> segments; ///< in order of execution
  std::vector<std::int32_t> border;   ///< elements that lead to a target of the thread, but not only to such targets
  /// By number of the table: row k has the targets of border[k]. Those that do not belong to the thread are -1.
  std::vector<LocalTable> rows;
};

struct ThreadShares {
  /// Thread t owns the targets bounds[set][t] to bounds[set][t + 1] - 1. The ranges of all threads together are the
  /// elements that this process owns. About the same number of entries leads to each range.
  std::vector<std::vector<std::int32_t>> bounds;
  std::vector<ThreadShare> threads;
  std::int64_t repeated = 0; ///< elements that more than one thread executes
};

/// Shares out a loop to threads. A target gets its increments in the order of `elements`. No thread executes an element
/// that leads to no target that this process owns.
/// `incremented`: the tables through which the loop increments. `owned`: by number of the set, the elements that this
/// process owns; other targets are ghosts, to which no thread adds. `n_threads`: at least 1. `left_out`: by number of
/// the set, whether also this owned target gets nothing, and counts as one that the process does not own. Empty: none.
ThreadShares share_out(const LoopElements& elements, std::span<const TargetTable> incremented,
                       std::span<const std::int32_t> owned, int n_threads,
                       std::span<const std::vector<bool>> left_out = {});

} // namespace nopal
