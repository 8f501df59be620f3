#include "driver/guard/slack.hpp"

#include "core/variables/poison_word.hpp"
#include "driver/storage/pages.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace nopal {

namespace {

// The canaries are poison, so that a result that was computed from one is found, too.
std::byte canary(std::size_t at) {
  constexpr std::uint64_t word = poison_bits({});
  std::array<std::byte, sizeof word> bytes{};
  std::memcpy(bytes.data(), &word, sizeof word);
  return bytes[at % sizeof word];
}

/// Calls visit(first, end) for each piece of slack, in bytes from the start of the slot.
template <class Visit> void each_piece(const GuardedSlot& slot, const Visit& visit) {
  const Layout& layout = *slot.layout;
  const Box& box = layout.box;
  std::size_t end_of_row = 0;
  if (!box.empty())
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j) {
        const std::size_t row = static_cast<std::size_t>(layout.index(box.lower[0], j, k)) * slot.element_size;
        if (row > end_of_row) visit(end_of_row, row);
        end_of_row = row + static_cast<std::size_t>(box.extent(0)) * slot.element_size;
      }
  visit(end_of_row, whole_pages(slot.bytes));
}

} // namespace

void fill_slack(const GuardedSlot& slot) {
  each_piece(slot, [&](std::size_t first, std::size_t end) {
    for (std::size_t at = first; at < end; ++at) slot.data[at] = canary(at);
  });
}

std::optional<std::uintptr_t> changed_slack(const GuardedSlot& slot) {
  std::optional<std::uintptr_t> found;
  each_piece(slot, [&](std::size_t first, std::size_t end) {
    for (std::size_t at = first; at < end && !found; ++at)
      if (slot.data[at] != canary(at)) found = reinterpret_cast<std::uintptr_t>(slot.data + at);
  });
  return found;
}

} // namespace nopal
