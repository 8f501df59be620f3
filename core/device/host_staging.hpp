#pragma once
// Ordinary memory of the host as a staging buffer.

#include <cstddef>

namespace nopal {

/// Returns memory that is aligned to a cache line. Throws Error if there is not enough.
std::byte* allocate_host_staging(std::size_t bytes);
void free_host_staging(std::byte* memory) noexcept;

} // namespace nopal
