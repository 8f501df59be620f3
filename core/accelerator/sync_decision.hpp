#pragma once
// A decided sync: which points are packed where, how long the messages are, and where received points go.

#include "core/accelerator/counters.hpp"
#include "core/accelerator/orders.hpp"
#include "core/grid/exchange.hpp"
#include "core/spaces/spaces.hpp"

namespace nopal {

/// The bytes that one rank sends to another in a sync, and receives from it.
struct MessageSize {
  int rank = 0;
  std::size_t send_bytes = 0;
  std::size_t receive_bytes = 0;

  bool operator==(const MessageSize&) const = default;
};

/// The packed strips of one variable in a sync, in bytes. Ghosts that are filled from this rank's own points count
/// where they pass through the host.
struct StripBytes {
  std::int64_t to_host = 0;
  std::int64_t to_device = 0;

  bool operator==(const StripBytes&) const = default;
};

/// A part of a strip that is packed at one place.
struct StripPart {
  std::size_t order = 0; ///< index in SyncDecision::orders
  Slot slot;
  Box part;
  Box strip;
  std::size_t offset = 0; ///< of the strip in the send buffer, in bytes
};

/// A strip of ghosts in the receive buffer.
struct ReceivedStrip {
  std::size_t order = 0; ///< index in SyncDecision::orders
  Box ghosts;
  std::size_t offset = 0; ///< in bytes
  std::size_t bytes = 0;
};

/// A strip of ghosts that this rank fills from its own points (periodic images).
struct ImageStrip {
  std::size_t order = 0; ///< index in SyncDecision::orders
  GhostStrip strip;
  bool travels = false;   ///< on the host: the values come out of the send buffer
  std::size_t offset = 0; ///< in the send buffer, in bytes, if it travels
};

struct SyncDecision {
  std::vector<SyncOrder> orders;
  std::vector<MessageSize> messages; ///< by neighbour; none without orders
  std::vector<StripPart> host_parts;
  std::vector<StripPart> device_parts;
  std::size_t send_bytes = 0; ///< of all messages and of the images that travel
  std::size_t receive_bytes = 0;
  std::vector<ReceivedStrip> received; ///< in the order of the receive buffer
  std::vector<ImageStrip> images;
  bool has_ghosts = false;             ///< some ghosts of this rank are filled
  std::vector<StripBytes> strip_bytes; ///< by order
  Counters strips;                     ///< transfers of packed strips: at most one in each direction
};

/// Decides syncs of one rank.
class SyncPlanner {
public:
  SyncPlanner(const Variables& variables, const Spaces& spaces, ExchangePlan plan)
      : variables_(variables), spaces_(spaces), plan_(std::move(plan)) {}

  /// Fills everything in `sync` from `sync.orders`.
  void decide(SyncDecision& sync) const;

private:
  std::size_t add_strip(SyncDecision& sync, std::size_t order, const Box& strip, std::size_t offset) const;
  void decide_messages(SyncDecision& sync) const;
  void decide_images(SyncDecision& sync) const;
  void count_strips(SyncDecision& sync) const;

  const Variables& variables_;
  const Spaces& spaces_;
  ExchangePlan plan_;
};

} // namespace nopal
