#pragma once
// How far a kernel looks: the offsets at which its body reads and writes, found by running its recording version on
// dummy values.

#include "core/launch/bound_kernel.hpp"

namespace nopal {

/// One field argument, at points of one outward normal.
struct FieldReach {
  Slot slot;
  std::vector<Index> reads;        ///< offsets from the point, sorted; 0 along axes that do not exist
  std::vector<Index> always_reads; ///< those of them seen at every point and with all values that were tried
  bool written = false;            ///< at any point tried
};

/// The normal of the points (0 in the interior) and each field, in the order of BoundKernel::fields().
struct NormalReach {
  Index normal{0, 0, 0};
  std::vector<FieldReach> fields;
};

struct KernelReach {
  std::vector<NormalReach> normals; ///< one for each outward normal that points of the region have
  bool recorded = true; ///< false: the body might not end, or go astray, on dummy values; no offsets are known
  bool complete = true; ///< false: the body has branches, so that there may be more offsets
  std::string branches; ///< where: "12:3 if, 14:9 ?"
};

/// Runs the body at corners and in the middle of each part of the domain, at even and odd indices; where it has
/// branches also with values of either sign and zeros, scalar variables and iterations. Parameters are the run's.
KernelReach kernel_reach(const BoundKernel& kernel, const Domain& domain, Region region);

} // namespace nopal
