#include "core/accelerator/staging.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <new>

namespace nopal {

namespace {
constexpr std::align_val_t alignment{64};
}

StagingBuffer::~StagingBuffer() {
  try {
    if (ticket_ != 0) device_->wait(ticket_);
  } catch (const Error&) {
    // The fault was reported when the device was asked to finish; a destructor has nobody to tell.
  }
  free();
}

void StagingBuffer::free() noexcept {
  if (data_ == nullptr) return;
  if (device_ != nullptr)
    device_->free_staging(data_);
  else
    ::operator delete(data_, alignment);
  data_ = nullptr;
}

std::byte* StagingBuffer::acquire(std::size_t bytes) {
  if (ticket_ != 0) device_->wait(ticket_);
  ticket_ = 0;
  if (bytes <= capacity_) return data_;
  free();
  capacity_ = 0;
  const std::size_t grown = std::max<std::size_t>(bytes, 4096);
  data_ =
      device_ != nullptr ? device_->allocate_staging(grown) : static_cast<std::byte*>(::operator new(grown, alignment));
  capacity_ = grown;
  return data_;
}

} // namespace nopal
