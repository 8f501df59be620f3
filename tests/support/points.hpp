#pragma once
// Visits the points of a box.

#include "core/grid/box.hpp"

namespace nopal::test {

/// Calls visit(point) for each point of the box.
template <class Visit> void for_each_point(const Box& box, Visit visit) {
  for (long k = box.lower[2]; k < box.upper[2]; ++k)
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) visit(Index{i, j, k});
}

} // namespace nopal::test
