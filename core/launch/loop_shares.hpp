#pragma once
// How the elements of a loop over a set are shared out among the threads of a process.

#include "core/kernels/loop.hpp"
#include "core/sets/run_mesh.hpp"
#include "core/sets/thread_shares.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace nopal {

/// The parts of a loop. Each part is computed by one thread, segment after segment. Parts do not conflict. Some loops
/// may be executed in two runs, first LoopPart::core and then LoopPart::rest, with the bits of LoopPart::all.
class LoopShares {
public:
  /// The parts of a loop that changes only its own elements: the owned ones, in blocks.
  static LoopShares blocks(const LocalSet& set, LoopPart run = LoopPart::all);
  /// One part with all elements that the process executes, in the set's order.
  static LoopShares in_order(const LocalSet& set);
  /// A part for each thread: it executes the elements that lead to targets of the thread, and adds to these targets
  /// only. Each target gets its increments in the set's order, so the bits are those of in_order().
  /// In the run `core` those targets get their increments to which only core elements lead, and in the run `rest` the
  /// others. So an element that leads to targets of both kinds is executed in both runs.
  /// `maps`: the maps that the kernel uses, by position in LoopKernel::maps; `added`: those that it adds through.
  static LoopShares by_targets(const RunMesh& mesh, int set, std::span<const int> maps, std::span<const int> added,
                               int n_threads, LoopPart run = LoopPart::all);

  std::int64_t n_parts() const { return std::ssize(parts_); }
  std::span<const LoopSegment> part(std::int64_t n) const { return parts_[static_cast<std::size_t>(n)]; }
  /// Elements that more than one thread executes.
  std::int64_t repeated() const { return shares_ == nullptr ? 0 : shares_->repeated; }

private:
  /// The tables of a part, by position in LoopKernel::maps.
  struct Rows {
    std::vector<const std::int32_t*> targets;
    std::vector<const std::int64_t*> starts;
  };
  std::vector<std::vector<LoopSegment>> parts_;
  std::unique_ptr<const ThreadShares> shares_; ///< the segments point into it
  std::vector<Rows> rows_;
};

} // namespace nopal
