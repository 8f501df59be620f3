#pragma once
// Finds the offsets at which the body of a kernel reads and writes. For this it runs the recording version of the
// kernel on dummy values. It also takes the offsets that the text of the body names (KernelAccess).

#include "core/launch/bound_kernel.hpp"

namespace nopal {

/// A read of the point `at` when the body computes `point`.
struct ReadElsewhere {
  Index point, at;
  bool operator==(const ReadElsewhere&) const = default;
};

/// How the kernel uses one field at the points with one outward normal.
struct FieldReach {
  Slot slot;
  /// Offsets from the point, sorted; 0 along axes that do not exist. For interior points it has all offsets that the
  /// text names, also in branches that no run took. An offset that the text does not name is in it if it was read at
  /// every tried point.
  std::vector<Index> reads{};
  std::vector<Index> always_reads{}; ///< the offsets that are read at every tried point and with all tried values
  std::vector<Index> named_reads{};  ///< the offsets that the text names, for interior points
  /// Offsets that the text does not name, because it computes an index, and that only some runs read. How far such a
  /// read goes follows from the dummy values, so it says nothing about the body.
  std::vector<Index> computed_reads{};
  /// Reads with all tried values at some point whose offset is neither named nor read at every point: of absolute
  /// indices, such as u(3,3,k).
  std::vector<ReadElsewhere> elsewhere{};
  bool known = true;    ///< false: a read is absolute, or data decide where it is, so there may be further ones
  bool written = false; ///< the field is written at one or more of the tried points

  bool operator==(const FieldReach&) const = default;
};

/// How the kernel uses each field, in the order of BoundKernel::fields().
struct NormalReach {
  Index normal{0, 0, 0}; ///< of the points; 0 in the interior
  /// The layers of the boundary in which the points lie, along the axes of the normal: 1 is next to the interior, as in
  /// LaunchBox::edge. All 0: the offsets are the same in all layers.
  Index layer{0, 0, 0};
  std::vector<FieldReach> fields;
};

struct KernelReach {
  /// One for each outward normal that points of the region have, or one for each normal and layer: u(edge_i,j,k) has
  /// another offset in each layer.
  std::vector<NormalReach> normals;
  bool recorded = true; ///< false: no offsets are known. The body cannot run on dummy values, and not all of its points
                        ///< are interior points whose neighbours the text names
  bool complete = true; ///< false: the body has branches that may hide further offsets
  std::string branches; ///< lines and columns of the branches: "12:3 if, 14:9 ?"
};

/// Runs the body at the corners and in the middle of each part of the domain, at even and odd indices. If it has
/// branches, it runs with more values, scalar variables and iterations. Parameters have the values of the run.
KernelReach kernel_reach(const BoundKernel& kernel, const Domain& domain, Region region);

/// Returns how far the body reads the slot at any of the tried points. It is not known if the body cannot be recorded
/// or has branches, or if a read of the slot is absolute or follows from data.
SeenRead seen_read(const KernelReach& reach, Slot slot);

} // namespace nopal
