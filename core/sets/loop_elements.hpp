#pragma once
// Which elements of a set a loop executes, and in which order.

#include <cstdint>
#include <span>

namespace nopal {

/// The elements of a loop, as places first to end - 1 of an order of execution.
struct LoopElements {
  std::int32_t first = 0, end = 0;
  std::span<const std::int32_t> order; ///< the element of each place. Empty: place k has element k

  std::int32_t element(std::int32_t place) const { return order.empty() ? place : order[place]; }
};

} // namespace nopal
