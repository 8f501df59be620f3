#pragma once
// Ordinary memory of the host as a staging buffer.

#include <cstddef>

namespace nopal {

/// Aligned to a cache line; throws Error where there is not so much.
std::byte* allocate_host_staging(std::size_t bytes);
void free_host_staging(std::byte* memory) noexcept;

} // namespace nopal
