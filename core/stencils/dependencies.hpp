#pragma once
// Bad dependencies: a stage writes over values that must still be read.
//
// A stencil runs tile by tile, all stages in one tile before the next tile, and several tiles at the same time. Two
// rules make sure that each tile reads the same values as stages that run one after the other over everything:
// 1. No stage writes a variable that it or an earlier stage reads at an extent other than 0. The next tile would read
// new
//    values. GridTools publishes this rule for earlier stages. It holds for temporaries, too: a second one costs
//    nothing.
// 2. A variable that is not temporary and has several versions in the stencil, its input included, is read and written
// at
//    the tile's own points only. This fails if a later stage asks for these points around its own point, even if all
//    reads of the variable have the extent 0: tiles then overlap, and two of them update the same point.
// A temporary has storage of its own in each tile, so rule 2 does not concern it.

#include "core/stencils/propagation.hpp"

namespace nopal {

/// Two stages of a stencil that may not use one variable as they do.
struct BadDependency {
  int variable = 0;
  int earlier = 0;               ///< the stage that reads the variable. If `read` is empty, it writes it
  int later = 0;                 ///< the stage that writes the variable; can be the same
  std::optional<Extent> read;    ///< the extent of the earlier stage's clause; other than 0 if rule 1 is broken
  std::optional<Extent> used;    ///< where the earlier stage reads or writes the variable; empty: it does not run
  std::optional<Extent> written; ///< the extent on which the later stage computes; empty: it does not run
};

/// Returns each read that breaks rule 1, with the first stage that writes over it; for each variable without such reads
/// the first two stages that break rule 2. Ordered by variable. `propagation` is that of the chain.
std::vector<BadDependency> bad_dependencies(const StageChain& chain, const Propagation& propagation);

/// Returns the error. It names both stages, the variable and both extents, and says what to do.
std::string bad_dependency_text(const StageChain& chain, const BadDependency& bad);

} // namespace nopal
