#include "core/tiles/temporary_buffer.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace nopal {

void TemporaryBuffer::take(const TemporaryShape& shape) {
  shape_ = &shape;
  origins_.assign(static_cast<std::size_t>(shape.count()), 0);
  slabs_ = origins_;
  if (shape.elements() <= size_) return;
  size_ = 0;
  memory_.reset();
  memory_ = aligned_doubles(shape.elements());
  size_ = shape.elements();
}

void TemporaryBuffer::enter(const Tile& tile) {
  for (int n = 0; n < shape_->count(); ++n) {
    const auto [lower, upper] = shape_->needed(n, tile);
    long& slab = slabs_[static_cast<std::size_t>(n)];
    NOPAL_ASSERT(upper - lower <= shape_->slabs(n));
    if (tile.first) {
      slab = lower;
    } else if (upper - slab > shape_->slabs(n)) {
      move(n, tile, lower);
      slab = lower;
    }
    origins_[static_cast<std::size_t>(n)] = shape_->origin(n, tile, slab);
  }
}

// The two ranges of slabs may overlap.
void TemporaryBuffer::move(int temporary, const Tile& tile, long to) {
  const auto [lower, upper] = shape_->kept(temporary, tile);
  double* first = memory_.get() + shape_->first(temporary);
  std::memmove(first + (lower - to) * shape_->slab(),
               first + (lower - slabs_[static_cast<std::size_t>(temporary)]) * shape_->slab(),
               static_cast<std::size_t>((upper - lower) * shape_->slab()) * sizeof(double));
}

void TemporaryBuffer::fill_unwritten(int temporary, const Tile& tile, std::uint64_t bits) {
  const auto [lower, upper] = shape_->kept(temporary, tile);
  const auto [begin, end] = shape_->with_guard(temporary);
  const long slab = slabs_[static_cast<std::size_t>(temporary)];
  double* const first = memory_.get() + shape_->first(temporary);
  double* const kept = lower < upper ? first + (lower - slab) * shape_->slab() : first;
  double* const behind = lower < upper ? first + (upper - slab) * shape_->slab() : first;
  // Copying through a double keeps the bits, also of a NaN.
  const auto word = std::bit_cast<double>(bits);
  std::fill(memory_.get() + begin, kept, word);
  std::fill(behind, memory_.get() + end, word);
}

} // namespace nopal
