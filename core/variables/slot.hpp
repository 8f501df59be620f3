#pragma once
// A slot: one variable at one timelevel, on one part of its space.

#include <compare>

namespace nopal {

/// One variable (its index in Variables) at one timelevel (0 is current). A slot that names memory is on one part.
/// Clauses, orders and validity hold for all parts. Their slots have part 0.
struct Slot {
  int variable = -1;
  int timelevel = 0;
  int part = 0; ///< number of the part on this process

  // clang-tidy takes the 0 in the rewritten form of < for a null pointer: NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Slot&) const = default;
};

} // namespace nopal
