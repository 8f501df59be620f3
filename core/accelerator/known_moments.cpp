#include "core/accelerator/known_moments.hpp"

#include <algorithm>

namespace nopal {

void KnownMoments::add(const SlotMoments& moments) {
  std::erase_if(all_, [&](const SlotMoments& each) { return each.slot == moments.slot; });
  all_.push_back(moments);
}

const Moments* KnownMoments::find(Slot slot, const MomentsWanted& wanted) const {
  const auto found = std::ranges::find(all_, slot, &SlotMoments::slot);
  return found != all_.end() && found->known.covers(wanted) ? &found->moments : nullptr;
}

void KnownMoments::forget(const std::vector<Clause>& writes) {
  std::erase_if(all_, [&](const SlotMoments& each) {
    return std::ranges::find(writes, each.slot, &Clause::slot) != writes.end();
  });
}

} // namespace nopal
