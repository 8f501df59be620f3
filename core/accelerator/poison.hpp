#pragma once
// For devices that find reads of what is not valid: whatever becomes invalid, at whichever place, is spoilt.

#include "core/accelerator/stores.hpp"

namespace nopal {

/// Compares validity with what it was and spoils what was lost: NaN on the host, Device::invalidate there.
class Poison {
public:
  Poison(Stores& stores, const Validity& validity);

  /// After each event that may have made something invalid.
  void update();
  /// With the slots.
  void cycle(const std::vector<int>& variables);

private:
  void spoil(Slot slot, Region lost, Place place);
  Stores& stores_;
  const Validity& validity_;
  std::vector<Region> before_; ///< by slot, then place
  std::vector<SlotBox> boxes_;
};

} // namespace nopal
