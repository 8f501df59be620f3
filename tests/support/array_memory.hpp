#pragma once
// The memory of the host for tests: plain arrays, aligned as layouts expect it.

#include "core/accelerator/accelerator.hpp"
#include "core/spaces/spaces.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <vector>

namespace nopal::test {

/// Aligns arrays to 64 bytes.
template <class T> struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};
  AlignedAllocator() = default;
  template <class Other> AlignedAllocator(const AlignedAllocator<Other>& /*other*/) {} // NOLINT: converts
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
  void deallocate(T* memory, std::size_t /*n*/) { ::operator delete(memory, alignment); }
  bool operator==(const AlignedAllocator& /*other*/) const { return true; }
};

class ArrayMemory final : public HostMemory {
public:
  ArrayMemory(const Variables& variables, const Decomposition& decomposition, int rank) {
    const Spaces spaces(variables, decomposition, rank);
    for (int v = 0; v < variables.n_variables(); ++v) {
      const Group& group = variables.group_of(v);
      layouts_.push_back(spaces.part({v}).layout());
      sizes_.push_back(size_of(group.type));
      slots_.emplace_back(group.timelevels);
      if (!group.temporary) allocate(v);
    }
  }

  std::byte* data(Slot slot) override {
    auto& slot_data = slots_[slot.variable][slot.timelevel];
    return slot_data.empty() ? nullptr : slot_data.data();
  }
  const Layout& layout(int variable) const override { return layouts_[variable]; }
  void cycle(int variable) override {
    auto& timelevels = slots_[variable];
    std::rotate(timelevels.begin(), timelevels.end() - 1, timelevels.end());
  }
  std::size_t element_size(int variable) const { return sizes_[variable]; }

  void allocate(int variable) {
    for (auto& slot_data : slots_[variable])
      slot_data.assign(static_cast<std::size_t>(layouts_[variable].size) * sizes_[variable], std::byte{0x5a});
  }
  void release(int variable) {
    for (auto& slot_data : slots_[variable]) slot_data.clear();
  }

private:
  std::vector<Layout> layouts_;
  std::vector<std::size_t> sizes_;
  std::vector<std::vector<std::vector<std::byte, AlignedAllocator<std::byte>>>> slots_; ///< variable, timelevel
};

} // namespace nopal::test
