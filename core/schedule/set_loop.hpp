#pragma once
// A kernel that runs over a set, with its names resolved.

#include "core/declarations/set_loop.hpp"
#include "core/schedule/routine.hpp"
#include "core/variables/access.hpp"
#include "core/variables/slot.hpp"

#include <string>
#include <vector>

namespace nopal {

/// How a loop uses one slot.
struct LoopAccess {
  Slot slot;
  Access access = Access::read;
  int map = -1;     ///< number in the topology; -1: the loop's own element, or a scalar
  int target = -1;  ///< the only target that is used; -1: all
  Location where{}; ///< of the clause

  bool operator==(const LoopAccess&) const = default;
};

struct SetLoop {
  int set = -1; ///< number in the topology
  std::vector<LoopAccess> accesses;
  /// Why it runs on the host although its item says `device: true` (why_only_on_host()). Empty: it does what the item
  /// says.
  std::string only_on_host;

  /// Whether the loop adds to other elements than its own. Then it also runs on the execute halo.
  bool adds_elsewhere() const;
  /// The maps that it adds through, each once.
  std::vector<int> added_maps() const;
};

/// Adds the loop and its clauses to a routine. The regions follow from the accesses: what is read through a map is read
/// everywhere, and so is all that a loop reads that runs on the execute halo. Takes `device` from a routine that can
/// only run on the host.
void add_loop(const Topology& topology, int set, const std::vector<LoopUse>& uses, const Variables& variables,
              Routine& routine);

} // namespace nopal
