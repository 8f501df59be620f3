#pragma once
// A slot, and what the running routine may do with it.

#include "core/grid/layout.hpp"
#include "core/grid/region.hpp"
#include "core/variables/slot.hpp"

#include <cstdint>
#include <optional>

namespace nopal {

/// A slot with storage, and the regions that the running routine reads and writes on the host.
struct GuardedSlot {
  Slot slot;
  std::byte* data = nullptr; ///< on pages of its own
  std::size_t bytes = 0;
  std::size_t element_size = 8;
  const Layout* layout = nullptr;
  Region reads = Region::none;
  Region writes = Region::none;
};

/// Returns the point at an address of the slot's allocation; nullopt for padding and for other addresses.
inline std::optional<Index> point_at(const GuardedSlot& slot, std::uintptr_t address) {
  const auto start = reinterpret_cast<std::uintptr_t>(slot.data);
  const Layout& layout = *slot.layout;
  if (address < start || address >= start + slot.bytes) return std::nullopt;
  long offset = static_cast<long>((address - start) / slot.element_size) - layout.lead;
  if (offset < 0) return std::nullopt;
  Index point{};
  for (int axis = 2; axis >= 0; --axis) {
    if (layout.stride[axis] == 0) continue;
    point[axis] = offset / layout.stride[axis];
    offset %= layout.stride[axis];
  }
  for (int axis = 0; axis < 3; ++axis) point[axis] += layout.box.lower[axis];
  if (!layout.box.contains(point)) return std::nullopt;
  return point;
}

} // namespace nopal
