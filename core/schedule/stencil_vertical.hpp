#pragma once
// Where the stages of a stencil read and write along the vertical axis.
//
// The kernels of a stage have the same clauses. So a clause alone does not say which of them reads how far. If the body
// of a kernel shows it (IntervalKernel::seen), the body counts. Otherwise the stage is trusted as long as one of its
// kernels can read as far as the clause says: "bottom+2 : top-1" can read k-1, and "bottom+1" then need not.

#include "core/schedule/stencil.hpp"

#include <span>

namespace nopal {

/// A set of points of the k axis.
class VerticalPoints {
public:
  void add(const VerticalRange& range);
  /// Whether all points of the range are in the set.
  bool contains(const VerticalRange& range) const;

private:
  std::vector<VerticalRange> ranges_; ///< ascending; there are points between two of them
};

/// Returns positions of splitters that lie so far apart that no offset reaches from one to the next. They stand for
/// the positions of all runs with room enough.
std::vector<long> distant_positions(const VerticalAxis& axis);

/// Returns whether the intervals of a stage leave out a part of the axis.
bool leaves_out_points(const Stencil& stencil, const StencilStage& stage);

/// Returns whether the stages that write the interior of the slot write it on the whole axis, all together.
bool is_written_everywhere(const Stencil& stencil, Slot slot);

/// How many points below "bottom" and above "top" a read reaches.
struct BeyondAxis {
  long below = 0, above = 0;
};
BeyondAxis beyond_axis(const StencilStage& stage, int read, std::span<const long> positions);

/// A read of a variable at points at which no stage has written it. Indices in Stencil::stages, StencilStage::reads and
/// StencilStage::kernels.
struct OutsideRead {
  int stage = 0;
  int read = 0;
  int kernel = 0;
  int offset = 0;           ///< along k
  bool below = false;       ///< the points are read from the kernel's first point; otherwise from its last one
  std::vector<int> writers; ///< the stages that write the variable, in the order of execution
};

/// Returns the reads of values of the stencil at points at which no stage has written them. For a variable of which the
/// stencil has the values from before, these are the points outside of the axis.
std::vector<OutsideRead> outside_reads(const Stencil& stencil, std::span<const long> positions);

/// Returns the error for a member of outside_reads(). `name` is that of the variable in clauses.
std::string outside_text(const Stencil& stencil, const OutsideRead& outside, const std::string& name, bool temporary);

} // namespace nopal
