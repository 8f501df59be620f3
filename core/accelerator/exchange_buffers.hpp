#pragma once
// The data side of a sync: strips out of slots into messages, messages into ghosts.

#include "core/accelerator/transfers.hpp"

namespace nopal {

class ExchangeBuffers {
public:
  ExchangeBuffers(Stores& stores, Transfers& transfers, ExchangePlan plan)
      : stores_(stores), transfers_(transfers), plan_(std::move(plan)), send_(stores.device()),
        download_(stores.device()), receive_(stores.device()), upload_(stores.device()) {}

  /// Packs what the neighbours need: at most one transfer to the host.
  const SyncBuffers& pack(const std::vector<SyncOrder>& orders);
  /// Fills the ghosts from what was received: at most one transfer to the device.
  void unpack(const std::vector<SyncOrder>& orders);
  /// Of the last sync, by order.
  const std::vector<StripBytes>& strip_bytes() const { return strip_bytes_; }

private:
  /// Part of a strip, packed at one place, and the strip's place in the send buffer.
  struct Part {
    std::size_t order = 0;
    Slot slot;
    Box part;
    Box strip;
    std::size_t offset = 0; ///< of the strip, in bytes
  };
  /// Part of what was received, in bytes.
  struct Received {
    std::size_t offset = 0;
    std::size_t bytes = 0;
  };
  std::size_t add_strips(const std::vector<SyncOrder>& orders, const std::vector<GhostStrip>& strips, bool images,
                         std::size_t offset);
  void add_part(Place place, const Part& part);
  void place_messages(std::size_t send_bytes, std::size_t receive_bytes);
  void pack_on_host(const Part& part, std::byte* message);
  void pack_on_device(std::byte* message, std::size_t bytes);
  void scatter(const Part& part, const std::byte* dense, std::byte* message);
  std::size_t unpack_strip(const SyncOrder& order, StripBytes& count, const Box& ghosts, std::size_t offset);
  void unpack_on_device(const std::vector<SyncOrder>& orders);
  void unpack_images(const SyncOrder& order);

  Stores& stores_;
  Transfers& transfers_;
  ExchangePlan plan_;
  StagingBuffer send_, download_;
  StagingPair receive_, upload_;
  StagingBuffer* received_ = nullptr;
  std::byte* send_data_ = nullptr;
  std::byte* receive_data_ = nullptr;
  std::size_t images_offset_ = 0; ///< of strips to this rank itself, behind the messages
  SyncBuffers buffers_;
  std::vector<Part> host_parts_, device_parts_; ///< scratch
  std::vector<Strip> strips_;
  std::vector<Received> pieces_; ///< of each of strips_, while ghosts are unpacked
  std::vector<BoxCopy> copies_;
  std::vector<StripBytes> strip_bytes_;
};

} // namespace nopal
