#pragma once
// The decision on a transfer: in which form the data of a CopyOrder travel, and how many bytes travel.

#include "core/accelerator/orders.hpp"
#include "core/spaces/geometry.hpp"

namespace nopal {

enum class TransferForm {
  nothing,   ///< the regions have no points here
  piece,     ///< `count` elements of the allocation, from element `first` on
  packed,    ///< the boxes of the regions, packed
  reduction, ///< the result of a reduction
};

struct Transfer {
  CopyOrder order;
  std::int64_t payload_bytes = 0; ///< points times element size
  std::int64_t moved_bytes = 0;   ///< padding and covered points included; 0: nothing travels
  TransferForm form = TransferForm::nothing;
  long first = 0; ///< piece: the first element
  long count = 0; ///< piece: the number of elements

  bool operator==(const Transfer&) const = default;
};

/// Decides how the order travels. `size` is the size of an element in bytes. All orders of the event must already be
/// marked as done in `validity`.
Transfer decide_transfer(const CopyOrder& order, const Geometry& geometry, std::int64_t size, const Validity& validity);

} // namespace nopal
