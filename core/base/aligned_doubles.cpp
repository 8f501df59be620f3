#include "core/base/aligned_doubles.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace nopal {

void FreeAligned::operator()(double* memory) const { std::free(memory); }

AlignedDoubles aligned_doubles(long count) {
  constexpr long doubles_of_a_line = 8;
  const long lines = std::max(1L, (count + doubles_of_a_line - 1) / doubles_of_a_line);
  AlignedDoubles memory(static_cast<double*>(std::aligned_alloc(64, static_cast<std::size_t>(lines) * 64)));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

} // namespace nopal
