#pragma once
// Exact counts of the transfers between host and device.

#include <cstdint>

namespace nopal {

struct TransferCount {
  std::int64_t transfers = 0;
  std::int64_t payload_bytes = 0; ///< points times element size
  std::int64_t moved_bytes = 0;   ///< padding and covered points included

  bool operator==(const TransferCount&) const = default;
};

/// Transfers since the start of the run, or between two moments (the difference of two counters).
struct Counters {
  TransferCount to_device;
  TransferCount to_host;

  bool operator==(const Counters&) const = default;
};

/// Adds `count` to `sum`, `times` times.
inline void add(TransferCount& sum, const TransferCount& count, std::int64_t times = 1) {
  sum.transfers += times * count.transfers;
  sum.payload_bytes += times * count.payload_bytes;
  sum.moved_bytes += times * count.moved_bytes;
}
inline void add(Counters& sum, const Counters& count, std::int64_t times = 1) {
  add(sum.to_device, count.to_device, times);
  add(sum.to_host, count.to_host, times);
}
inline TransferCount operator-(const TransferCount& later, const TransferCount& earlier) {
  return {later.transfers - earlier.transfers, later.payload_bytes - earlier.payload_bytes,
          later.moved_bytes - earlier.moved_bytes};
}
inline Counters operator-(const Counters& later, const Counters& earlier) {
  return {later.to_device - earlier.to_device, later.to_host - earlier.to_host};
}

} // namespace nopal
