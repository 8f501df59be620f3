#include "core/grid/owners.hpp"

#include <algorithm>

namespace nopal {

Owners::Owners(const Decomposition& decomposition) : decomposition_(&decomposition) {
  for (int axis = 0; axis < 3; ++axis)
    for (long p = 0; p < decomposition.process_grid()[axis]; ++p) {
      Index coordinates{0, 0, 0};
      coordinates[axis] = p;
      first_[axis].push_back(decomposition.owned(decomposition.rank(coordinates)).lower[axis]);
    }
}

int Owners::operator()(const Index& point) const {
  Index coordinates{};
  for (int axis = 0; axis < 3; ++axis)
    coordinates[axis] =
        std::upper_bound(first_[axis].begin(), first_[axis].end(), point[axis]) - first_[axis].begin() - 1;
  return decomposition_->rank(coordinates);
}

} // namespace nopal
