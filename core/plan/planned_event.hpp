#pragma once
// An event of a plan: a list of everything that one call of a hook moves, without the data.

#include "core/accelerator/observer.hpp"

#include <string>
#include <utility>
#include <vector>

namespace nopal {

struct PlannedEvent {
  Hook hook = Hook::cycle;
  int routine = -1;                    ///< position in Schedule::routines(); -1: none
  std::string cause;                   ///< for syncs and require_valid_data: the item that asks
  Place place = host_place;            ///< the place where the routine runs
  std::vector<Transfer> copies;        ///< in order
  std::vector<SyncOrder> syncs;        ///< for post_sync, one for each variable
  std::vector<StripBytes> strip_bytes; ///< one for each element of `syncs`
  std::vector<MessageSize> messages;   ///< for post_sync, one for each neighbour
  Counters strips;                     ///< for post_sync: transfers of packed strips

  bool operator==(const PlannedEvent&) const = default;
};

/// Returns the transfers of the event between host and device.
Counters transfers_of(const PlannedEvent& event);

/// The events of the start, of one iteration or of the end, in order.
using PlannedEvents = std::vector<PlannedEvent>;

/// Records the events of a run or a walk. Hooks that move nothing (pre_sync, cycle, storage_off, and post_call_function
/// without points that were written) are left out.
class EventRecorder final : public AcceleratorObserver {
public:
  void end(const HookEvent& event) override;
  /// Returns the events since the last call of take().
  PlannedEvents take() { return std::exchange(events_, {}); }

private:
  PlannedEvents events_;
};

} // namespace nopal
