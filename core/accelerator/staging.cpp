#include "core/accelerator/staging.hpp"

#include "core/base/error.hpp"
#include "core/device/host_staging.hpp"

#include <algorithm>

namespace nopal {

StagingBuffer::~StagingBuffer() {
  try {
    if (ticket_ != 0) device_->wait(ticket_);
  } catch (const Error&) {
    // Device::finish() has reported the fault. A destructor must not throw.
  }
  free();
}

void StagingBuffer::free() noexcept {
  if (data_ == nullptr) return;
  if (device_ != nullptr)
    device_->free_staging(data_);
  else
    free_host_staging(data_);
  data_ = nullptr;
}

std::byte* StagingBuffer::acquire(std::size_t bytes) {
  if (ticket_ != 0) device_->wait(ticket_);
  ticket_ = 0;
  if (bytes <= capacity_) return data_;
  free();
  capacity_ = 0;
  const std::size_t grown = std::max<std::size_t>(bytes, 4096);
  data_ = device_ != nullptr ? device_->allocate_staging(grown) : allocate_host_staging(grown);
  capacity_ = grown;
  return data_;
}

} // namespace nopal
