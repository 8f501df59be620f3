#pragma once
// The spaces of a run, and the space of each variable.

#include "core/spaces/space.hpp"
#include "core/variables/variables.hpp"

#include <vector>

namespace nopal {

/// The spaces of a run, as one process sees them. Variables with the same shape share a space.
class Spaces {
public:
  /// Grid functions lie on the grid of the decomposition, arrays and scalars on array spaces. Throws Error if an array
  /// has too many points.
  Spaces(const Variables& variables, const Decomposition& decomposition, int process, int parts = 1);
  /// `space_of` gives the index of each variable's space.
  Spaces(std::vector<Space> spaces, std::vector<int> space_of)
      : spaces_(std::move(spaces)), space_of_(std::move(space_of)) {}

  const std::vector<Space>& all() const { return spaces_; }
  int index(int variable) const { return space_of_[variable]; }
  const Space& of(int variable) const { return spaces_[static_cast<std::size_t>(space_of_[variable])]; }
  /// Returns the part that the slot names.
  const Geometry& part(Slot slot) const { return of(slot.variable).part(slot); }
  /// Returns for each variable the regions that have points on any process.
  std::vector<Region> regions() const;

private:
  std::vector<Space> spaces_;
  std::vector<int> space_of_; ///< by variable
};

} // namespace nopal
