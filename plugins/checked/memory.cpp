#include "memory.hpp"

#include <cstring>
#include <new>

namespace nopal::checked {

namespace {
constexpr std::align_val_t alignment{64};
}

void fill_with_poison(std::byte* memory, std::size_t bytes) {
  constexpr std::uint64_t word = poison_bits({.on_device = true});
  for (std::size_t i = 0; i + sizeof word <= bytes; i += sizeof word) std::memcpy(memory + i, &word, sizeof word);
}

Allocation::Allocation(const Layout& layout, std::size_t element_size)
    : layout(layout), element_size(element_size), capacity(static_cast<std::size_t>(layout.size) * element_size),
      data(static_cast<std::byte*>(::operator new(capacity, alignment))) {
  fill_with_poison(data, capacity);
}

Allocation::~Allocation() { ::operator delete(data, alignment); }

std::string text(Slot slot) {
  return "variable " + std::to_string(slot.variable) + ", timelevel " + std::to_string(slot.timelevel) +
         (slot.part > 0 ? ", part " + std::to_string(slot.part) : "");
}

void Memory::create(const SlotStorage& storage) {
  auto& allocation = variables_[{storage.slot.variable, storage.slot.part}][storage.slot.timelevel];
  if (allocation) throw Error("device checked: storage of " + text(storage.slot) + " was created twice");
  try {
    allocation = std::make_unique<Allocation>(storage.layout, storage.element_size);
  } catch (const std::bad_alloc&) {
    Shortage shortage;
    shortage.device = "the device checked";
    shortage.asked = static_cast<std::size_t>(storage.layout.size) * storage.element_size;
    shortage.what = storage.variable + "@" + std::to_string(storage.slot.timelevel);
    shortage.reason = "the host has no more memory";
    for (const auto& [variable_and_part, timelevels] : variables_)
      for (const auto& [timelevel, held] : timelevels) shortage.held += held ? held->capacity : 0;
    throw Error(shortage_text(shortage));
  }
}

void Memory::destroy(Slot slot) {
  at(slot);
  variables_[{slot.variable, slot.part}][slot.timelevel].reset();
}

void Memory::cycle(int variable) {
  auto part = variables_.find({variable, 0});
  if (part == variables_.end())
    throw Error("device checked: variable " + std::to_string(variable) +
                " has no storage, so its timelevels cannot be cycled");
  for (; part != variables_.end() && part->first.first == variable; ++part) {
    auto& timelevels = part->second;
    std::unique_ptr<Allocation> carried = std::move(timelevels.rbegin()->second);
    for (auto& [timelevel, allocation] : timelevels) std::swap(carried, allocation);
  }
}

Allocation& Memory::at(Slot slot) const {
  const auto variable = variables_.find({slot.variable, slot.part});
  if (variable != variables_.end()) {
    const auto timelevel = variable->second.find(slot.timelevel);
    if (timelevel != variable->second.end() && timelevel->second) return *timelevel->second;
  }
  throw Error("device checked: " + text(slot) + " has no storage on the device");
}

void check(const Allocation& allocation, const Piece& piece) {
  if (piece.first < 0 || piece.count < 0 || piece.first + piece.count > allocation.layout.size)
    throw Error("device checked: a copy takes elements " + std::to_string(piece.first) + " to " +
                std::to_string(piece.first + piece.count) + " of " + text(piece.slot) + ", but its storage has " +
                std::to_string(allocation.layout.size) + " elements");
}

void check(const Allocation& allocation, Slot slot, const Box& box) {
  if (!allocation.layout.box.contains(box))
    throw Error("device checked: box " + box.text() + " of " + text(slot) + " is not inside its storage, the box " +
                allocation.layout.box.text());
}

void check(const Allocation& allocation, const Strip& strip, std::size_t bytes) {
  check(allocation, strip.slot, strip.box);
  const std::size_t end = strip.offset + static_cast<std::size_t>(strip.points()) * allocation.element_size;
  if (end > bytes)
    throw Error("device checked: a strip of " + text(strip.slot) + " ends at byte " + std::to_string(end) +
                ", but the buffer has " + std::to_string(bytes) + " bytes");
}

} // namespace nopal::checked
