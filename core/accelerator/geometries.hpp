#pragma once
// The geometry of every variable on one rank.

#include "core/spaces/geometry.hpp"
#include "core/variables/variables.hpp"

#include <vector>

namespace nopal {

class Decomposition;

class Geometries {
public:
  /// Throws Error for an array whose points cannot be counted.
  Geometries(const Variables& variables, const Decomposition& decomposition, int rank);

  const Geometry& of(int variable) const { return geometries_[geometry_of_[variable]]; }
  /// The size of one element in bytes.
  std::size_t element_size(int variable) const { return element_size_[variable]; }
  /// The points of the grid that this rank owns.
  const Box& owned() const { return owned_; }

private:
  Box owned_;
  std::vector<Geometry> geometries_; ///< all grid functions share one
  std::vector<int> geometry_of_;     ///< by variable
  std::vector<std::size_t> element_size_;
};

} // namespace nopal
