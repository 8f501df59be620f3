#pragma once
// A slot: one variable at one timelevel.

#include <compare>

namespace nopal {

/// Names one variable (its index in Variables) at one timelevel (0 is current). It is a small value,
/// so that more can be added to it.
struct Slot {
  int variable = -1;
  int timelevel = 0;

  // The comparison with 0 that < is rewritten to is taken for one with a pointer: NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Slot&) const = default;
};

} // namespace nopal
