#pragma once
// The decision on a sync: where points are packed, how long the messages are, and where received points go.

#include "core/accelerator/orders.hpp"
#include "core/device/counters.hpp"
#include "core/spaces/spaces.hpp"

#include <map>
#include <optional>
#include <vector>

namespace nopal {

/// The bytes that one rank sends to another in a sync, and receives from it.
struct MessageSize {
  int rank = 0;
  std::size_t send_bytes = 0;
  std::size_t receive_bytes = 0;

  bool operator==(const MessageSize&) const = default;
};

/// The packed strips of one variable in a sync, in bytes. Ghosts that are filled from this rank's own points count only
/// if they pass through the host.
struct StripBytes {
  std::int64_t to_host = 0;
  std::int64_t to_device = 0;

  bool operator==(const StripBytes&) const = default;
};

/// Points of a strip that are packed at one place: the whole strip, or a part of it if the strip is a box.
struct StripPiece {
  std::size_t order = 0; ///< index in SyncDecision::orders
  Slot slot;
  const IndexSet* strip = nullptr;
  std::optional<Box> box; ///< the part of the strip; no value: the whole strip
  std::size_t offset = 0; ///< offset of the strip in the send buffer, in bytes
  long points() const { return box ? box->points() : strip->points(); }
};

/// A strip of ghosts in the receive buffer.
struct ReceivedStrip {
  std::size_t order = 0; ///< index in SyncDecision::orders
  Slot slot;
  const IndexSet* ghosts = nullptr;
  std::size_t offset = 0; ///< in bytes
  std::size_t bytes = 0;
};

/// A strip of ghosts that this rank fills from its own points: periodic images, and ghosts between its parts.
struct LocalStrip {
  std::size_t order = 0; ///< index in SyncDecision::orders
  const GhostStrip* strip = nullptr;
  bool travels = false;   ///< the host takes the values from the send buffer
  std::size_t offset = 0; ///< if it travels: offset in the send buffer, in bytes
};

struct SyncDecision {
  std::vector<SyncOrder> orders;
  std::vector<MessageSize> messages; ///< one for each neighbour that gets or sends bytes
  std::vector<StripPiece> host_pieces;
  std::vector<StripPiece> device_pieces;
  std::size_t send_bytes = 0; ///< bytes of all messages and of the local strips that travel
  std::size_t receive_bytes = 0;
  std::vector<ReceivedStrip> received; ///< in the order of the receive buffer
  std::vector<LocalStrip> local;
  std::vector<StripBytes> strip_bytes; ///< one for each order
  Counters strips;                     ///< transfers of packed strips: at most one in each direction
};

/// Decides syncs of one rank.
class SyncPlanner {
public:
  /// The arguments must outlive the planner.
  SyncPlanner(const Variables& variables, const Spaces& spaces);

  /// Computes all other members of `sync` from `sync.orders`.
  void decide(SyncDecision& sync) const;

private:
  void add_strip(SyncDecision& sync, std::size_t order, const GhostStrip& strip) const;
  void decide_message(SyncDecision& sync, int rank, const std::vector<const Neighbour*>& by_space) const;
  void decide_local(SyncDecision& sync) const;
  void count_strips(SyncDecision& sync) const;

  const Variables& variables_;
  const Spaces& spaces_;
  /// By rank, then by index of the space; null: the space exchanges nothing with this rank.
  std::map<int, std::vector<const Neighbour*>> neighbours_;
};

} // namespace nopal
