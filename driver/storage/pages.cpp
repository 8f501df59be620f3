#include "driver/storage/pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace nopal {

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

std::size_t whole_pages(std::size_t bytes) { return (bytes + page_size() - 1) / page_size() * page_size(); }

std::byte* allocate_pages(std::size_t bytes) {
  const std::size_t size = whole_pages(bytes);
  void* mapped = mmap(nullptr, size + 2 * page_size(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  std::byte* memory = static_cast<std::byte*>(mapped) + page_size();
  if (mprotect(memory, size, PROT_READ | PROT_WRITE) != 0) {
    free_pages(memory, bytes);
    return nullptr;
  }
  return memory;
}

void free_pages(std::byte* memory, std::size_t bytes) {
  munmap(memory - page_size(), whole_pages(bytes) + 2 * page_size());
}

} // namespace nopal
