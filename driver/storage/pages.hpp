#pragma once
// Memory on its own pages. Access to it can be forbidden without effect on other memory.

#include <cstddef>

namespace nopal {

/// Returns the bytes of one page.
std::size_t page_size();
/// Returns `bytes`, rounded up to whole pages.
std::size_t whole_pages(std::size_t bytes);

/// Returns memory that starts and ends at the boundary of a page. Nobody may access the page before it and the page
/// behind it. Returns null if there is no memory.
std::byte* allocate_pages(std::size_t bytes);
/// Frees memory that allocate_pages returned for the same number of bytes.
void free_pages(std::byte* memory, std::size_t bytes);

} // namespace nopal
