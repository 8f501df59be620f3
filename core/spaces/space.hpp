#pragma once
// A space: what the values of a group lie on. Plain code: knows no MPI.

#include "core/spaces/exchange.hpp"
#include "core/spaces/geometry.hpp"
#include "core/variables/slot.hpp"

#include <vector>

namespace nopal {

/// A space as one process sees it. A process holds some parts of a space. Other processes hold the other parts, or the
/// same ones if the space is replicated.
struct Space {
  std::vector<Geometry> parts{}; ///< of this process
  ExchangePlan exchange{};       ///< fills the ghosts of its parts
  Region regions{};              ///< those that have points, in any process
  long points = 0;               ///< that all processes own together
  bool replicated = false;       ///< every process holds all points

  const Geometry& part(Slot slot) const { return parts[static_cast<std::size_t>(slot.part)]; }
  int n_parts() const { return static_cast<int>(parts.size()); }
};

/// The grid. A process holds `parts` blocks of the decomposition, as in exchange_plan().
Space grid_space(const Decomposition& decomposition, int process, int parts = 1);

/// An array, or a single value if the shape is {1, 1, 1}. Replicated. All points are interior.
Space array_space(const Index& shape);

} // namespace nopal
