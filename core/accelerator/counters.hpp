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

inline TransferCount operator+(const TransferCount& a, const TransferCount& b) {
  return {a.transfers + b.transfers, a.payload_bytes + b.payload_bytes, a.moved_bytes + b.moved_bytes};
}
inline TransferCount operator-(const TransferCount& later, const TransferCount& earlier) {
  return {later.transfers - earlier.transfers, later.payload_bytes - earlier.payload_bytes,
          later.moved_bytes - earlier.moved_bytes};
}
inline Counters operator-(const Counters& later, const Counters& earlier) {
  return {later.to_device - earlier.to_device, later.to_host - earlier.to_host};
}

} // namespace nopal
