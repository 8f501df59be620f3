#pragma once
// Memory of the loops by hand. As in nopal, the system is asked for huge pages.

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

namespace bench {

/// `size` elements, all zero.
template <class T> class Huge {
public:
  explicit Huge(long size) : size_(size) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t bytes = (static_cast<std::size_t>(size) * sizeof(T) + page - 1) / page * page;
    data_.reset(static_cast<T*>(std::aligned_alloc(page, bytes)));
    if (!data_) throw std::bad_alloc();
    (void)madvise(data_.get(), bytes, MADV_HUGEPAGE);
    std::fill(begin(), end(), T{});
  }
  T& operator[](long n) { return data_.get()[n]; }
  const T& operator[](long n) const { return data_.get()[n]; }
  long size() const { return size_; }
  T* begin() { return data_.get(); }
  T* end() { return begin() + size_; }
  const T* begin() const { return data_.get(); }
  const T* end() const { return begin() + size_; }

private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  long size_;
  std::unique_ptr<T, Free> data_;
};

} // namespace bench
