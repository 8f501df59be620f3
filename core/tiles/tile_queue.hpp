#pragma once
// Gives the tiles of an epoch to threads.

#include "core/grid/box.hpp"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace nopal {

/// Several threads take tiles until there are none left. A tile may begin when the tiles before it along each axis are
/// done. A thread that is done with a tile gets the next one along the fastest axis if that may begin, since the two
/// share most of their data.
///
/// A thread waits only while another one computes a tile. So a single thread never waits.
class TileQueue {
public:
  /// `n`: tiles along each axis. They are numbered from 0 with i fastest.
  explicit TileQueue(const Index& n);

  /// Returns a tile to compute, and waits for one if it has to. `done`: the tile that the caller has computed, if any.
  /// Empty: nothing is left to do, or cancel() was called.
  std::optional<long> next(std::optional<long> done = std::nullopt);
  /// Call this if a tile could not be computed. No further tile begins.
  void cancel();

private:
  void finish(long tile);

  Index n_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<char> missing_; ///< of each tile: the number of tiles that must be done before it
  std::set<long> ready_;
  long left_; ///< tiles that are not done
  bool cancelled_ = false;
};

} // namespace nopal
