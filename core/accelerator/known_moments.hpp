#pragma once
// Moments of slots that were computed before anybody asked for them. A pass through a device reduces data while the
// device holds them (core/launch/streamed_pass.hpp).

#include "core/reductions/moments.hpp"
#include "core/schedule/routine.hpp"

#include <vector>

namespace nopal {

/// Moments of the owned points of a slot on this process.
struct SlotMoments {
  Slot slot;
  MomentsWanted known; ///< those that were computed
  Moments moments{};
};

class KnownMoments {
public:
  void add(const SlotMoments& moments);
  /// Returns the moments of a slot; null: some of those that are wanted are not known.
  const Moments* find(Slot slot, const MomentsWanted& wanted) const;
  /// Call this before a routine, or what the clauses say, writes.
  void forget(const std::vector<Clause>& writes);
  void forget_all() { all_.clear(); }

private:
  std::vector<SlotMoments> all_;
};

} // namespace nopal
