#pragma once
// A decided transfer: how a copy order travels, and how many bytes that takes.

#include "core/accelerator/orders.hpp"
#include "core/spaces/geometry.hpp"

namespace nopal {

enum class TransferForm {
  nothing,   ///< the regions have no points here
  piece,     ///< `count` elements of the allocation, from element `first` on
  packed,    ///< the boxes of the regions, packed
  reduction, ///< the parts of a reduction
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

/// Decides how the order travels. `size`: of an element, in bytes. `validity` must already be as it will be when all
/// orders of the event are done.
Transfer decide_transfer(const CopyOrder& order, const Geometry& geometry, std::int64_t size, const Validity& validity);

} // namespace nopal
