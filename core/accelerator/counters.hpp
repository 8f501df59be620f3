#pragma once
// Exact counts of what moved between host and device.

#include <cstdint>

namespace nopal {

struct TransferCount {
  std::int64_t transfers = 0;
  std::int64_t payload_bytes = 0; ///< points times element size
  std::int64_t moved_bytes = 0;   ///< padding and points between included

  bool operator==(const TransferCount&) const = default;
};

/// Since the start of the run; take differences.
struct Counters {
  TransferCount to_device;
  TransferCount to_host;
};

} // namespace nopal
