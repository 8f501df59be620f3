#include "tests/support/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> count{0};

void* allocated(std::size_t bytes) {
  ++count;
  return std::malloc(bytes != 0 ? bytes : 1);
}

} // namespace

// These have their own file: if they were inlined, the compiler would warn that free() does not match operator new.
void* operator new(std::size_t bytes) {
  if (void* memory = allocated(bytes)) return memory;
  throw std::bad_alloc();
}
// The standard library's calls the other one. That of a sanitizer does not, and its memory must not come to free().
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocated(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace nopal::test {

long allocations() { return count; }

} // namespace nopal::test
