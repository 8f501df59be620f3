#include "core/device/host_staging.hpp"

#include "core/base/bytes_text.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>

#include <new>

namespace nopal {

namespace {
constexpr std::align_val_t alignment{64};
}

std::byte* allocate_host_staging(std::size_t bytes) {
  void* memory = ::operator new(bytes, alignment, std::nothrow);
  if (memory == nullptr)
    throw Error(fmt::format("out of memory on the host: nopal asked for {} bytes ({}) for a staging buffer of packed "
                            "data. Use fewer cells or more nodes",
                            bytes, bytes_text(bytes)));
  return static_cast<std::byte*>(memory);
}

void free_host_staging(std::byte* memory) noexcept { ::operator delete(memory, alignment); }

} // namespace nopal
