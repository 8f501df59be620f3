#pragma once
// Which elements of a set a loop executes, and in which order.

#include <cstdint>
#include <span>

namespace nopal {

/// Which of its elements a loop executes. The core of a set (LocalSet::core) needs no ghosts, so it can run before they
/// have arrived.
enum class LoopPart : std::uint8_t { all, core, rest };

/// The elements of a loop, as places first to end - 1 of an order of execution.
struct LoopElements {
  std::int32_t first = 0, end = 0;
  std::span<const std::int32_t> order; ///< the element of each place. Empty: place k has element k

  std::int32_t element(std::int32_t place) const { return order.empty() ? place : order[place]; }
};

/// Returns a part of the places 0 to all - 1, of which the first `core` are the core.
inline LoopElements places_of(LoopPart part, std::int32_t core, std::int32_t all) {
  return {.first = part == LoopPart::rest ? core : 0, .end = part == LoopPart::core ? core : all, .order = {}};
}

} // namespace nopal
