#pragma once
// A space: the set of points on which the values of a group lie. This code does not use MPI.

#include "core/spaces/exchange.hpp"
#include "core/spaces/geometry.hpp"
#include "core/variables/slot.hpp"

#include <vector>

namespace nopal {

/// A space as one process sees it. A process holds some parts of a space. Other processes hold the other parts, or the
/// same ones if the space is replicated.
struct Space {
  std::vector<Geometry> parts{}; ///< the parts of this process
  ExchangePlan exchange{};       ///< how the ghosts of these parts are filled
  Region regions{};              ///< the regions that have points on any process
  long points = 0;               ///< the number of points that all processes own together
  bool replicated = false;       ///< every process holds all points

  const Geometry& part(Slot slot) const { return parts[static_cast<std::size_t>(slot.part)]; }
  int n_parts() const { return static_cast<int>(parts.size()); }
};

/// Returns the space of grid functions. A process holds `parts` blocks of the decomposition, as in exchange_plan().
Space grid_space(const Decomposition& decomposition, int process, int parts = 1);

/// Returns the space of an array, or of one value if the shape is {1, 1, 1}. It is replicated. All points are interior.
Space array_space(const Index& shape);

} // namespace nopal
