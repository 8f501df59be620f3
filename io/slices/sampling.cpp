#include "sampling.hpp"

#include <algorithm>

namespace nopal::slices {

Sampling::Sampling(long n, long pixels)
    : n_(n), pixels_(pixels), points_(static_cast<std::size_t>(std::min(n, pixels))) {
  for (long p = 0; p < static_cast<long>(points_.size()); ++p) points_[p] = magnified() ? p : nearest(p);
}

} // namespace nopal::slices
