#pragma once
// How far a kernel reads around its point, as far as its declaration and its text show it.

#include "core/launch/bound_kernel.hpp"
#include "core/stencils/extent.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// How a kernel uses one grid function.
struct FieldExtent {
  Slot slot;
  std::optional<Extent> read; ///< empty: the kernel does not read it
  bool written = false;
};

struct KernelExtents {
  std::vector<FieldExtent> fields; ///< in the order of BoundKernel::fields(), without arrays
  /// At each point the kernel makes all its reads before it writes anything: its text has one write, and no branch or
  /// loop around an access.
  bool reads_first = false;
  /// Why the extents are not known: "it reads phi at computed indices (line 3), and its clause has no extent". Empty:
  /// they are known.
  std::string unknown;
};

/// `normals`: the outward normals of the points that the kernel computes. A declared extent counts more than the text.
/// Offsets that the text names count even if a branch hides them.
KernelExtents kernel_extents(const BoundKernel& kernel, std::span<const Index> normals);

} // namespace nopal
