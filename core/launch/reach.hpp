#pragma once
// Finds the offsets at which the body of a kernel reads and writes. For this it runs the recording version of the
// kernel on dummy values.

#include "core/launch/bound_kernel.hpp"

namespace nopal {

/// How the kernel uses one field at the points with one outward normal.
struct FieldReach {
  Slot slot;
  std::vector<Index> reads;        ///< offsets from the point, sorted; 0 along axes that do not exist
  std::vector<Index> always_reads; ///< the offsets that are read at every tried point and with all tried values
  bool written = false;            ///< the field is written at one or more of the tried points
};

/// The normal of the points (0 in the interior) and each field, in the order of BoundKernel::fields().
struct NormalReach {
  Index normal{0, 0, 0};
  std::vector<FieldReach> fields;
};

struct KernelReach {
  std::vector<NormalReach> normals; ///< one for each outward normal that points of the region have
  bool recorded = true;             ///< false: the body cannot run on dummy values, so no offsets are known
  bool complete = true;             ///< false: the body has branches that may hide further offsets
  std::string branches;             ///< lines and columns of the branches: "12:3 if, 14:9 ?"
};

/// Runs the body at the corners and in the middle of each part of the domain, at even and odd indices. If it has
/// branches, it runs with more values, scalar variables and iterations. Parameters have the values of the run.
KernelReach kernel_reach(const BoundKernel& kernel, const Domain& domain, Region region);

/// Returns how far the body reads the slot at any of the tried points. It is not known if the body cannot be recorded
/// or has branches.
SeenRead seen_read(const KernelReach& reach, Slot slot);

} // namespace nopal
