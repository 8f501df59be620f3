#pragma once
// Memory on pages of its own: access to it can be forbidden without effect on other memory.

#include <cstddef>

namespace nopal {

/// Bytes of one page.
std::size_t page_size();
/// The smallest number of whole pages that holds `bytes`, in bytes.
std::size_t whole_pages(std::size_t bytes);

/// Returns memory that starts and ends at the boundary of a page. Nobody may access the page before it and the page
/// behind it. Returns null if there is no memory.
std::byte* allocate_pages(std::size_t bytes);
/// Frees what allocate_pages returned for the same number of bytes.
void free_pages(std::byte* memory, std::size_t bytes);

} // namespace nopal
