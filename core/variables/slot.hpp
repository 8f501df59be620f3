#pragma once
// A slot: one variable at one timelevel, on one part of its space.

#include <compare>

namespace nopal {

/// One variable (its index in Variables) at one timelevel (0 is current). Where memory is named, the slot is that of
/// one part. Clauses, orders and validity hold for all parts: there the part is 0.
struct Slot {
  int variable = -1;
  int timelevel = 0;
  int part = 0; ///< number of the part among those of this process

  // The comparison with 0 that < is rewritten to is taken for one with a pointer: NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Slot&) const = default;
};

} // namespace nopal
