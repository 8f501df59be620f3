#pragma once
// The memory of one part, for tests with two parts in a process.

#include "core/spaces/host_memory.hpp"
#include "core/spaces/spaces.hpp"

namespace nopal::test {

/// The memory of one part. It looks like the memory of a process that holds only this part. A replicated space has only
/// one part, so its variables keep that part.
class PartMemory final : public HostMemory {
public:
  /// `memory` and `spaces` must outlive this object.
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

} // namespace nopal::test
