#pragma once
// Executes syncs on this rank: packs strips of slots into messages, and unpacks messages into ghosts.

#include "core/accelerator/staging.hpp"
#include "core/accelerator/stores.hpp"

namespace nopal {

/// The messages of one sync, and where their bytes lie. Between pre_sync and post_sync the driver sends and receives
/// them. The buffers are valid until the next sync.
struct SyncBuffers {
  struct Message {
    int rank = 0;
    const std::byte* send = nullptr;
    std::byte* receive = nullptr;
    std::size_t send_bytes = 0;
    std::size_t receive_bytes = 0;
  };
  std::vector<Message> messages; ///< one for each neighbour; it holds all variables of the sync
};

class ExchangeBuffers {
public:
  explicit ExchangeBuffers(Stores& stores)
      : stores_(stores), send_(stores.device()), download_(stores.device()), receive_(stores.device()),
        upload_(stores.device()) {}

  /// Packs what the neighbours need, in at most one transfer to the host.
  const SyncBuffers& pack(const SyncDecision& sync);
  /// Fills the ghosts from the received messages, in at most one transfer to the device.
  void unpack(const SyncDecision& sync);

private:
  void place_messages(const SyncDecision& sync);
  void pack_on_host(const StripPiece& piece);
  void pack_on_device(const SyncDecision& sync);
  void scatter(const StripPiece& piece, const std::byte* dense);
  void unpack_on_host(const SyncOrder& order, const ReceivedStrip& strip);
  void unpack_on_device(const SyncDecision& sync);
  void unpack_local(const SyncOrder& order, const LocalStrip& local);
  std::size_t add_strips(Slot slot, const IndexSet& points, std::size_t offset);

  Stores& stores_;
  StagingBuffer send_, download_;
  StagingPair receive_, upload_;
  StagingBuffer* received_ = nullptr;
  std::byte* send_data_ = nullptr;
  std::byte* receive_data_ = nullptr;
  SyncBuffers buffers_;
  std::vector<Strip> strips_; ///< scratch
  std::vector<BoxCopy> copies_;
};

} // namespace nopal
