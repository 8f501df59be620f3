#pragma once
// The points and the dummy values with which recording versions of kernels run.

#include "core/grid/zones.hpp"
#include "core/kernels/launch.hpp"

#include <vector>

namespace nopal {

/// Values for the reads of one run of the body, at offsets of even and of odd parity.
struct TriedValues {
  double even, odd;

  double of(const RecordedAccess& read) const {
    const long parity = read.field + read.offset[0] + 2 * read.offset[1] + 3 * read.offset[2];
    return parity % 2 == 0 ? even : odd;
  }
};
/// For bodies without branches, and for all others.
constexpr TriedValues straight_values[] = {{1, 1}, {0.5, -2.5}, {40.25, -30.75}};
constexpr TriedValues all_tried_values[] = {{1, 1}, {0, 0}, {-1, -1}, {0.5, -2.5}, {-0.5, 2.5}};

/// Thrown by recorders to stop a body that makes more accesses than this.
struct TooManyAccesses {};
constexpr long most_accesses = 100000;

/// Returns some points of the domain with this outward normal (0 in the interior), each as a box of one point: at the
/// corners and in the middle of the part that they form, at even and odd indices. `all_layers`: of the boundary, in
/// each layer.
std::vector<LaunchBox> tried_points(const Domain& domain, const Index& normal, bool all_layers = false);

/// Returns the outward normals that points of the outer boundary have.
std::vector<Index> boundary_normals(const Domain& domain);

} // namespace nopal
