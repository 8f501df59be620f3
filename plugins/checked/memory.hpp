#pragma once
// The device's memory: one allocation for each slot. It holds NaN (poison) until something is written.

#include <nopal/device.hpp>

#include <map>
#include <memory>
#include <span>
#include <vector>

namespace nopal::checked {

/// Fills memory with the poison of data that are valid nowhere (poison_word.hpp).
void fill_with_poison(std::byte* memory, std::size_t bytes);

struct Allocation {
  Allocation(const Layout& layout, std::size_t element_size);
  ~Allocation();
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  Layout layout;
  std::size_t element_size;
  std::size_t capacity; ///< bytes of the memory; a layout may need fewer
  std::byte* data;
};

class Memory {
public:
  /// Throws Error if the slot has storage.
  void create(const SlotStorage& storage);
  /// Throws Error if the slot has no storage.
  void destroy(Slot slot);
  void cycle(int variable);
  /// Throws Error if the slot has no storage.
  Allocation& at(Slot slot) const;

private:
  std::map<std::pair<int, int>, std::map<int, std::unique_ptr<Allocation>>>
      variables_; ///< variable and part, timelevel
};

/// Throws Error if a piece, or a strip in a buffer of `bytes`, does not lie within its allocation.
void check(const Allocation& allocation, const Piece& piece);
void check(const Allocation& allocation, const Strip& strip, std::size_t bytes);
void check(const Allocation& allocation, Slot slot, const Box& box);

std::string text(Slot slot);

} // namespace nopal::checked
