#pragma once
// A job of many parts that several threads compute. Each thread begins with its own share. A thread that has finished
// takes parts that others have not begun.

#include "core/base/part_range.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace nopal {

/// The most parts that WorkShares deals.
constexpr long max_shared_parts = UINT32_MAX;

class WorkShares {
public:
  /// `members` threads take parts, at least 1.
  explicit WorkShares(int members) : shares_(static_cast<std::size_t>(members)) {}

  /// Deals the parts 0 to n - 1 into equal shares, in order. n is at most max_shared_parts. No thread may take parts
  /// meanwhile.
  void deal(long n);
  /// Returns parts that no other thread has taken: the next ones of the member's own share or, if that is empty, the
  /// last ones of another share. Returns nothing if all parts are taken.
  std::optional<PartRange> take(int member);
  /// Takes all parts that are left.
  void drop();

private:
  /// The parts of a share that nobody has taken: the first one in the upper half of the word, and the one after the
  /// last in the lower half. Each share lies on a cache line of its own.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> left{0};
  };
  std::vector<Share> shares_;
};

} // namespace nopal
