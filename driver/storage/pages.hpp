#pragma once
// Memory on pages of its own, which can be protected without touching anything else.

#include <cstddef>

namespace nopal {

/// Bytes of one page.
std::size_t page_size();
/// The smallest number of whole pages that holds `bytes`, in bytes.
std::size_t whole_pages(std::size_t bytes);

/// Starts and ends at the boundary of a page, with a page before and a page behind it that nobody may access. Null
/// where there is no memory.
std::byte* allocate_pages(std::size_t bytes);
/// What allocate_pages returned for as many bytes.
void free_pages(std::byte* memory, std::size_t bytes);

} // namespace nopal
