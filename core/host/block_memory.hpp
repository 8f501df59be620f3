#pragma once
// The memory on the host that the threads of a block share.

#include "core/base/error.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace nopal {

/// Belongs to one worker, which uses it for all blocks and launches.
class BlockMemory {
public:
  /// Returns at least `bytes` bytes, aligned to 64, with undefined contents. Throws std::bad_alloc.
  std::byte* of(std::size_t bytes) {
    if (bytes > size_) {
      const std::size_t size = (bytes + 63) / 64 * 64;
      memory_.reset();
      size_ = 0;
      memory_.reset(static_cast<std::byte*>(std::aligned_alloc(64, size)));
      if (memory_ == nullptr) throw std::bad_alloc();
      size_ = size;
    }
    return memory_.get();
  }

private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::size_t size_ = 0;
};

} // namespace nopal
