#include "core/device/device.hpp"

#include <new>

namespace nopal {

namespace {
constexpr std::align_val_t alignment{64};
}

std::byte* Device::allocate_staging(std::size_t bytes) {
  return static_cast<std::byte*>(::operator new(bytes, alignment));
}

void Device::free_staging(std::byte* memory) { ::operator delete(memory, alignment); }

} // namespace nopal
