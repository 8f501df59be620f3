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
  /// Returns the start of the slot's allocation, or null if the variable has no storage now. `cycle` gives allocations
  /// to other timelevels; it does not move values.
  virtual std::byte* data(Slot slot) = 0;
  bool has_storage(int variable) { return data({variable, 0}) != nullptr; }
  /// Returns the layout of the variable's slots on part 0. The variable needs no storage for this.
  virtual const Layout& layout(int variable) const = 0;
  /// On all parts timelevel n becomes n+1, and the last one becomes 0. The Accelerator's cycle calls this once for each
  /// variable that has two or more timelevels, even if the variable has no storage.
  virtual void cycle(int variable) = 0;
};

} // namespace nopal
