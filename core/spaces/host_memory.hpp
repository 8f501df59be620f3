#pragma once
// The memory of all slots on the host: an interface that the driver implements.

#include "core/grid/layout.hpp"
#include "core/variables/slot.hpp"

#include <cstddef>

namespace nopal {

/// Storage on the host, owned by the driver.
class HostMemory {
public:
  virtual ~HostMemory() = default;
  /// Start of the slot's allocation, null where the variable has no storage now; the same allocation follows its slot
  /// through the relabelling of `cycle`.
  virtual std::byte* data(Slot slot) = 0;
  virtual bool has_storage(int variable) { return data({variable, 0}) != nullptr; }
  /// Of the variable's allocations, whether it has storage now or not.
  virtual const Layout& layout(int variable) const = 0;
  /// Timelevel l becomes l+1, the last becomes 0; called by the Accelerator's cycle, once for each variable of two or
  /// more timelevels, whether it has storage or not.
  virtual void cycle(int variable) = 0;
};

} // namespace nopal
