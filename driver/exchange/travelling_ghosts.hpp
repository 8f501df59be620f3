#pragma once
// A sync whose messages travel while something else is computed.

#include "driver/exchange/ghost_exchange.hpp"

namespace nopal {

class TravellingGhosts {
public:
  /// Collective among neighbours. Packs what they need of the slots, and posts the messages. `cause` as in
  /// GhostExchange. The arguments must outlive the object.
  TravellingGhosts(GhostExchange& exchange, Accelerator& accelerator, std::span<const Slot> slots,
                   const std::string& cause)
      : exchange_(exchange), accelerator_(accelerator) {
    exchange_.post(accelerator_.pre_sync_of(slots, cause), cause);
  }
  /// If an exception prevents arrive(): waits for the messages. So no neighbour waits for this rank, and no message
  /// writes to memory that is in use again.
  ~TravellingGhosts() { exchange_.give_up(); }
  TravellingGhosts(const TravellingGhosts&) = delete;
  TravellingGhosts& operator=(const TravellingGhosts&) = delete;

  /// Waits for the messages, and fills the ghosts.
  void arrive() {
    exchange_.finish();
    accelerator_.post_sync();
  }

private:
  GhostExchange& exchange_;
  Accelerator& accelerator_;
};

} // namespace nopal
