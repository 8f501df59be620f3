#pragma once
// Which space each variable lies on.

#include "core/spaces/space.hpp"
#include "core/variables/variables.hpp"

#include <vector>

namespace nopal {

/// The spaces of a run, as one process sees them. Variables of one shape share a space.
class Spaces {
public:
  /// Grid functions lie on the grid of the decomposition, arrays and scalars on array spaces. Throws Error for an array
  /// that has too many points.
  Spaces(const Variables& variables, const Decomposition& decomposition, int process);

  const Space& of(int variable) const { return spaces_[static_cast<std::size_t>(space_of_[variable])]; }
  const Layout& layout(int variable) const { return of(variable).part().layout(); }

private:
  std::vector<Space> spaces_;
  std::vector<int> space_of_; ///< by variable
};

} // namespace nopal
