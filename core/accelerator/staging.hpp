#pragma once
// Staging buffers: memory on the host that holds packed strips which come from the device or go there.

#include "core/device/device.hpp"

#include <array>

namespace nopal {

/// Memory that grows on demand. The device allocates it if there is one.
class StagingBuffer {
public:
  explicit StagingBuffer(Device* device) : device_(device) {}
  ~StagingBuffer();
  StagingBuffer(const StagingBuffer&) = delete;
  StagingBuffer& operator=(const StagingBuffer&) = delete;

  /// Returns a buffer of at least `bytes`. Waits for a copy that still reads it. The old contents are lost.
  std::byte* acquire(std::size_t bytes);
  /// Call this when a copy that reads the buffer has started.
  void protect(Ticket ticket) { ticket_ = ticket; }

private:
  void free() noexcept;
  Device* device_;
  std::byte* data_ = nullptr;
  std::size_t capacity_ = 0;
  Ticket ticket_ = 0;
};

/// Two buffers that are used in turn. So one can be filled while the device still reads the other.
class StagingPair {
public:
  explicit StagingPair(Device* device) : buffers_{StagingBuffer(device), StagingBuffer(device)} {}
  StagingBuffer& next() { return buffers_[turn_ = 1 - turn_]; }

private:
  std::array<StagingBuffer, 2> buffers_;
  std::size_t turn_ = 0;
};

} // namespace nopal
