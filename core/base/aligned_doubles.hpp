#pragma once
// Memory for doubles that begins at a cache line.

#include <memory>

namespace nopal {

struct FreeAligned {
  void operator()(double* memory) const;
};
using AlignedDoubles = std::unique_ptr<double[], FreeAligned>;

/// Returns memory for `count` doubles, aligned to 64 bytes. It holds no values. Throws std::bad_alloc.
AlignedDoubles aligned_doubles(long count);

} // namespace nopal
