#pragma once
// A space is the set of points on which the values of a group lie. This code does not use MPI.

#include "core/sets/run_mesh.hpp"
#include "core/spaces/exchange.hpp"
#include "core/spaces/geometry.hpp"
#include "core/variables/variables.hpp"

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

/// Returns the space of dats with so many components: point (c, e) is component c of the element with local number e.
/// The interior is what this process owns, the ghosts are its execute and its non-execute halo.
Space set_space(const LocalSet& set, int components, int processes);

/// The spaces of a run, as one process sees them. Variables with the same shape share a space.
class Spaces {
public:
  /// Grid functions lie on the grid of the decomposition, dats on the sets of the mesh, arrays and scalars on array
  /// spaces. Without a mesh, all sets are empty. Throws Error if an array has too many points.
  Spaces(const Variables& variables, const Decomposition& decomposition, int process, int parts = 1,
         const RunMesh* mesh = nullptr);
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
