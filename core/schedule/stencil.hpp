#pragma once
// A stencil of the schedule: its stages, and how far each of them must compute.

#include "core/base/location.hpp"
#include "core/grid/domain.hpp"
#include "core/parameters/parameters.hpp"
#include "core/stencils/propagation.hpp"
#include "core/stencils/vertical.hpp"
#include "core/variables/slot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// How far a kernel reads a slot, as far as its body shows it.
struct SeenRead {
  bool known = false;           ///< false: the body hides it
  std::optional<Extent> extent; ///< of all reads; empty: it is not known, or there are no reads
};

/// A kernel of a stage and the interval of the vertical axis that it computes.
struct IntervalKernel {
  VerticalInterval interval; ///< without intervals: the whole axis
  int routine = -1;          ///< position of the kernel in Schedule::routines()
  Location where;
  std::vector<SeenRead> seen{}; ///< for each read of the stage; empty: nobody has looked
};

/// One read of a stage.
struct StencilRead {
  Slot slot;
  Extent extent;
  bool declared = true;         ///< false: the clause has no extent, and the kernel has not been asked yet
  bool own = false;             ///< the stage has an order and reads its own output behind its point
  Region region = Region::none; ///< as the clause names it; none: it names no region
  Location where;
};

/// One stage. All its kernels have the same clauses.
struct StencilStage {
  std::string name;
  VerticalOrder order = VerticalOrder::parallel;
  /// interior: the stage computes the interior, extended as its readers need. boundary: it computes the outer boundary
  /// when all stages before it are done everywhere; it uses no temporaries.
  Region region = Region::interior;
  bool has_intervals = false;          ///< its declaration has `kernels:`
  std::vector<IntervalKernel> kernels; ///< ordered along the axis
  std::vector<StencilRead> reads;      ///< grid functions and temporaries; not scalars
  std::vector<Slot> writes;            ///< grid functions and temporaries
  Location where;
};

/// A phase: neighbouring stages that are run tile by tile, or one stage on the boundary.
struct StencilPhase {
  int first = 0, last = 0; ///< stages first to last - 1
  StageChain chain;        ///< stages[s - first]; its variables are slots
  std::vector<Slot> slots; ///< of each variable of the chain
  Propagation propagation; ///< of the chain
};

/// A temporary, and the points of it that one tile needs.
struct StencilTemporary {
  int variable = -1;
  Extent written; ///< mee of the extents of all stages that write it: its halo
};

struct Stencil {
  VerticalAxis axis;
  std::vector<std::string>
      splitter_points; ///< full names of the int parameters of the splitters between bottom and top
  std::vector<StencilStage> stages;
  std::vector<StencilPhase> phases;
  std::vector<StencilTemporary> temporaries;
  /// True if a stage has an order or intervals. Then a process must hold whole columns, tiles hold whole columns, and
  /// no stage is extended along k.
  bool vertical = false;

  /// The extent on which stage `s` computes. Empty: nothing needs its results, and it need not run.
  std::optional<Extent> computed(int s) const;
};

/// Returns the positions of the splitters in a run: splitter i lies just before the point with the global index
/// positions[i]. "bottom" lies before the first interior point along k, and "top" after the last one.
std::vector<long> splitter_positions(const Stencil& stencil, const Parameters& parameters, const Domain& domain);

} // namespace nopal
