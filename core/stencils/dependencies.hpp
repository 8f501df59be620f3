#pragma once
// Bad dependencies: a stage writes over values that must still be read.
//
// A stencil runs tile by tile, all stages in one tile before the next tile, and several tiles at the same time. Two
// rules make sure that each tile reads the same values as stages that run one after the other over everything:
// 1. No stage writes a variable that it or an earlier stage reads at an extent other than 0. Otherwise the next tile
//    would read new values. GridTools publishes this rule for earlier stages. The rule holds for temporaries, too,
//    because another temporary costs nearly nothing.
// 2. Rule 2 is for variables that are not temporary and have several versions in the stencil. The input is one version.
//    A tile reads and writes such a variable at its own points only. Otherwise tiles overlap, and two of them update
//    the same point. This can happen even if all reads of the variable have the extent 0: it is enough that a later
//    stage reads results of the reader or the writer around its point.
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
