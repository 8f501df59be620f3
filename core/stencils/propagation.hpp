#pragma once
// Propagation: on which extent each stage of a stencil must compute, and how far the stencil reads its inputs.
//
// The stages are visited from the last to the first. One visit does three things:
// 1. The stage's own extent is the mee of what is asked of its outputs. Later stages ask by their reads. The world
//    after the stencil asks for <0:0> of each variable that is written and not temporary.
// 2. From now on nothing is asked of the outputs. An earlier stage that writes one of them writes another version, and
//    only readers between the two writes ask for it. A stage that updates a variable in place writes one version and
//    reads the one before.
// 3. Each read asks for the stage's extent + the read's extent. The asked extent is the mee of all that is asked.
// After the visit of the first stage, what is still asked of a variable is asked of its value from before the stencil.
// This variable is an input.
//
// The map has one accumulated extent for each variable, over all its versions. It begins with <0:0>, and each read
// changes it as in step 3. It never shrinks. So it can be larger than what is asked of one version. In the published
// example 3, c has -2:4 at the end. That is what f0 asks of the input c. f2 asks only for -1:1 of the c that f1 writes,
// and f1 computes on -1:1.
//
// GridTools takes a stage's extent from the map. Both ways give the same figures if every extent holds 0, every
// variable is written at most once, and something asks for every result. In other cases step 1 gives what is needed and
// no more. If all readers ask for <1:2>, the stage computes on <1:2>, and the map has <0:2>.

#include "core/base/contains.hpp"
#include "core/stencils/extent.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// A variable that stages read or write. A temporary exists inside the stencil only.
struct StageVariable {
  std::string name;
  bool temporary = false;
};

/// A variable is given by its index in StageChain::variables.
struct StageRead {
  int variable = 0;
  Extent extent;
};

/// One kernel of a stencil. It reads the versions from before its own writes. It writes a variable at most once.
struct Stage {
  std::string name;
  std::vector<StageRead> reads;
  std::vector<int> writes;

  bool writes_variable(int variable) const { return contains(writes, variable); }
};

/// The stages of one stencil, in the order of execution.
struct StageChain {
  std::vector<StageVariable> variables;
  std::vector<Stage> stages;
};

/// One variable in one stage, as indices.
struct StageUse {
  int stage = 0;
  int variable = 0;

  bool operator==(const StageUse&) const = default;
};

/// What propagate() finds. Lists of extents are in the order of the chain's stages or variables.
struct Propagation {
  /// For each stage: the extent on which it must compute. Empty: nothing asks for its results.
  std::vector<std::optional<Extent>> stages;
  /// For each variable: the accumulated extent, as GridTools publishes it. It is the map after the first stage.
  std::vector<Extent> accumulated;
  /// maps[stage][variable]: the map after the visit of this stage. The last stage is visited first.
  std::vector<std::vector<Extent>> maps;
  /// For each variable: the extent on which the stencil reads its value from before the stencil. Empty: it does not.
  std::vector<std::optional<Extent>> inputs;
  /// For each variable: the mee of the extents on which stages write it. Empty: none does. The buffer of a temporary
  /// must hold this extent. It can be larger than the accumulated one, if a stage has several outputs.
  std::vector<std::optional<Extent>> written;
  /// The writes whose version nothing asks for, in the order of execution.
  std::vector<StageUse> unasked;
};

Propagation propagate(const StageChain& chain);

/// Returns the warning for a member of Propagation::unasked.
std::string unasked_text(const StageChain& chain, const StageUse& write);

/// Returns the reads of temporaries that no earlier stage writes, in the order of execution. Each one is an error.
std::vector<StageUse> unwritten_reads(const StageChain& chain);

/// Returns the error for a member of unwritten_reads().
std::string unwritten_text(const StageChain& chain, const StageUse& read);

} // namespace nopal
