#pragma once
// What a hook of the Accelerator moves, without the data: the unit of a plan, and of what a run is compared with.

#include "core/accelerator/observer.hpp"

#include <string>
#include <utility>
#include <vector>

namespace nopal {

struct PlannedEvent {
  Hook hook = Hook::cycle;
  int routine = -1;                    ///< in Schedule::routines(); -1: none
  std::string cause;                   ///< of syncs and require_valid_data: who asked
  Place place = host_place;            ///< where the routine runs
  std::vector<Transfer> copies;        ///< in order
  std::vector<SyncOrder> syncs;        ///< of post_sync, by variable
  std::vector<StripBytes> strip_bytes; ///< beside syncs
  std::vector<MessageSize> messages;   ///< of post_sync, by neighbour
  Counters strips;                     ///< of post_sync: transfers of packed strips

  bool operator==(const PlannedEvent&) const = default;
};

/// Transfers of the event between host and device.
Counters transfers_of(const PlannedEvent& event);
/// Whether anything is transferred or sent.
bool moves_data(const PlannedEvent& event);

/// Of one iteration, in order.
using PlannedEvents = std::vector<PlannedEvent>;

/// Writes down what an Accelerator does. Hooks that move nothing by themselves (post_call_function, pre_sync, cycle,
/// storage_off) are left out.
class EventRecorder final : public AcceleratorObserver {
public:
  void end(const HookEvent& event) override;
  /// What was written down since the last call.
  PlannedEvents take() { return std::exchange(events_, {}); }
  const PlannedEvents& events() const { return events_; }

private:
  PlannedEvents events_;
};

} // namespace nopal
