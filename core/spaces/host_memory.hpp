#pragma once
// The memory of all slots on the host: an interface that the driver implements.

#include "core/spaces/spaces.hpp"
#include "core/variables/slot.hpp"

#include <cstddef>

namespace nopal {

/// Storage on the host, owned by the driver.
class HostMemory {
public:
  virtual ~HostMemory() = default;
  /// Start of the slot's allocation; null if the variable has no storage now. An allocation stays with its values when
  /// `cycle` changes the timelevel of its slot.
  virtual std::byte* data(Slot slot) = 0;
  virtual bool has_storage(int variable) { return data({variable, 0}) != nullptr; }
  /// The layout of the variable's slots on part 0, also if it has no storage now.
  virtual const Layout& layout(int variable) const = 0;
  /// Timelevel l becomes l+1, the last becomes 0, on all parts. The Accelerator's cycle calls it once for each variable
  /// of two or more timelevels, also if the variable has no storage.
  virtual void cycle(int variable) = 0;
};

/// The memory of one part, as the memory of a process that holds this part alone. Variables of a replicated space keep
/// their only part.
class PartMemory final : public HostMemory {
public:
  /// Both must outlive this object.
  PartMemory(HostMemory& memory, const Spaces& spaces, int part) : memory_(memory), spaces_(spaces), part_(part) {}

  std::byte* data(Slot slot) override {
    slot.part = part_of(slot.variable);
    return memory_.data(slot);
  }
  const Layout& layout(int variable) const override { return spaces_.part({variable, 0, part_of(variable)}).layout(); }
  void cycle(int variable) override { memory_.cycle(variable); }

private:
  int part_of(int variable) const { return spaces_.of(variable).replicated ? 0 : part_; }
  HostMemory& memory_;
  const Spaces& spaces_;
  int part_;
};

} // namespace nopal
