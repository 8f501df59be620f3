#include "core/host/work_shares.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// A thread takes one of so many equal pieces of what is left of a share, at least one part. A large piece saves calls
/// of take(). A small piece lets other threads wait less at the end.
constexpr std::uint64_t fraction = 16;

constexpr std::uint64_t word(std::uint64_t first, std::uint64_t last) { return first << 32 | last; }

/// Takes parts of a share, at its beginning or at its end.
std::optional<PartRange> take_from(std::atomic<std::uint64_t>& left, bool at_beginning) {
  std::uint64_t before = left.load(std::memory_order_relaxed);
  for (;;) {
    const std::uint64_t first = before >> 32, last = before & UINT32_MAX;
    if (first >= last) return std::nullopt;
    const std::uint64_t n = std::max<std::uint64_t>(1, (last - first) / fraction);
    const std::uint64_t after = at_beginning ? word(first + n, last) : word(first, last - n);
    if (!left.compare_exchange_weak(before, after, std::memory_order_relaxed)) continue;
    const std::uint64_t begin = at_beginning ? first : last - n;
    return PartRange{static_cast<long>(begin), static_cast<long>(begin + n)};
  }
}

} // namespace

void WorkShares::deal(long n) {
  NOPAL_ASSERT(n >= 0 && n <= max_shared_parts);
  const long members = static_cast<long>(shares_.size());
  for (long m = 0; m < members; ++m) {
    const PartRange share = share_of(m, members, n);
    shares_[static_cast<std::size_t>(m)].left.store(
        word(static_cast<std::uint64_t>(share.first), static_cast<std::uint64_t>(share.last)),
        std::memory_order_relaxed);
  }
}

std::optional<PartRange> WorkShares::take(int member) {
  const std::size_t n = shares_.size(), own = static_cast<std::size_t>(member);
  for (std::size_t other = 0; other < n; ++other)
    if (const auto parts = take_from(shares_[(own + other) % n].left, other == 0)) return parts;
  return std::nullopt;
}

void WorkShares::drop() {
  for (Share& share : shares_) share.left.store(0, std::memory_order_relaxed);
}

} // namespace nopal
