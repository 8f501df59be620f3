#include "core/tiles/temporary_buffer.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace nopal {

void TemporaryBuffer::take(const TemporaryShape& shape) {
  shape_ = &shape;
  origins_.assign(static_cast<std::size_t>(shape.count()), 0);
  if (shape.elements() <= size_) return;
  size_ = 0;
  memory_.reset();
  memory_ = aligned_doubles(shape.elements());
  size_ = shape.elements();
}

void TemporaryBuffer::enter(const Tile& tile) {
  if (shape_->count() == 0) return;
  const auto [lower, upper] = shape_->needed(tile);
  NOPAL_ASSERT(upper - lower <= shape_->slabs());
  const bool fits = !tile.first && upper - slab_ <= shape_->slabs();
  for (int n = 0; n < shape_->count(); ++n) {
    if (!tile.first && !fits) move(n, tile, lower);
    origins_[static_cast<std::size_t>(n)] = shape_->origin(n, tile, fits ? slab_ : lower);
  }
  if (!fits) slab_ = lower;
}

// The two ranges of slabs may overlap.
void TemporaryBuffer::move(int temporary, const Tile& tile, long to) {
  const auto [lower, upper] = shape_->kept(temporary, tile);
  double* first = memory_.get() + shape_->first(temporary);
  std::memmove(first + (lower - to) * shape_->slab(), first + (lower - slab_) * shape_->slab(),
               static_cast<std::size_t>((upper - lower) * shape_->slab()) * sizeof(double));
}

void TemporaryBuffer::fill_unwritten(int temporary, const Tile& tile, std::uint64_t bits) {
  const auto [lower, upper] = shape_->kept(temporary, tile);
  double* first = memory_.get() + shape_->first(temporary);
  double* kept = lower < upper ? first + (lower - slab_) * shape_->slab() : first;
  double* behind = lower < upper ? first + (upper - slab_) * shape_->slab() : first;
  // Copying through a double keeps the bits, also of a NaN.
  const auto word = std::bit_cast<double>(bits);
  std::fill(first, kept, word);
  std::fill(behind, first + shape_->size(), word);
}

} // namespace nopal
