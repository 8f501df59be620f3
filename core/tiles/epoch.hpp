#pragma once
// Epochs: consecutive iterations in which only kernels with known extents are called. Their calls become one chain of
// stages, which skewed tiles (core/tiles/skewed_tiles.hpp) compute in another order with the same results.

#include "core/grid/box.hpp"
#include "core/stencils/propagation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// A slot that a call reads: the variable is given by its index in Epoch::timelevels.
struct EpochRead {
  int variable = 0;
  int timelevel = 0;
  Extent extent{};
  /// The call computes none of the points that it reads here. So it may also write the slot, although the extent is
  /// not <0>.
  bool elsewhere = false;
};

struct EpochWrite {
  int variable = 0;
  int timelevel = 0;
};

/// A call of a kernel. If it reads what it writes, it reads the values from before its own writes.
struct EpochCall {
  std::string name;
  std::vector<EpochRead> reads;
  std::vector<EpochWrite> writes;
  /// The points that all processes together compute, without common points. Along a periodic axis they have no end:
  /// give them more points on both sides than all ghost zones have.
  std::vector<Box> boxes;
  /// At each point it makes all its reads before it writes anything.
  bool reads_first = true;
  /// Its time is later than that of its iteration, by so many time steps.
  double time_offset = 0;
};

struct Epoch {
  std::vector<int> timelevels;  ///< of each variable, at least 1
  std::vector<EpochCall> calls; ///< of one iteration, in the order of execution. The timelevels are cycled before them
  int iterations = 1;
  /// By variable: the oldest timelevel gives its storage to timelevel 0, so the calls use one array less. A variable
  /// may do so if may_give_storage() says so. Empty: none does.
  std::vector<char> gives{};
  /// The last iteration does not give storage away, so the oldest timelevel still exists after it.
  bool keeps_oldest = false;
  /// By variable: its values exist within an iteration only, so nobody reads them after the epoch. Such a variable has
  /// one timelevel. Empty: there is none.
  std::vector<char> temporaries{};

  bool gives_storage(int variable) const { return !gives.empty() && gives[static_cast<std::size_t>(variable)] != 0; }
  bool is_temporary(int variable) const {
    return !temporaries.empty() && temporaries[static_cast<std::size_t>(variable)] != 0;
  }
};

/// Returns whether timelevel 0 of a variable can be computed in the storage of its oldest timelevel: calls read the
/// oldest timelevel at their own points only, and not after these points of timelevel 0 are written, neither by another
/// call nor by themselves.
bool may_give_storage(const Epoch& epoch, int variable);

/// Returns the array that holds a slot during an iteration of the epoch; 0 is the iteration before the epoch. Cycling
/// renames arrays: the one of the oldest timelevel becomes that of timelevel 0. A variable has as many arrays as
/// timelevels; those of variable 0 come first. Array n of a variable is that of timelevel n before the epoch.
int array_of(const Epoch& epoch, int variable, int timelevel, int iteration);

/// Returns the timelevel of a variable that holds no values after the epoch, because its storage was given away.
std::optional<int> lost_timelevel(const Epoch& epoch, int variable);
/// Returns the array that holds a slot after the epoch. The lost timelevel gets the array that the epoch did not use.
int array_after(const Epoch& epoch, int variable, int timelevel);

/// Returns the calls of one iteration as a chain. Its variables are the arrays.
StageChain chain_of(const Epoch& epoch, int iteration);
/// Returns the calls of all iterations as one chain. Its variables are the arrays. Stage s is call s % n of iteration
/// s / n + 1, with n calls in an iteration.
StageChain unrolled(const Epoch& epoch);

/// Whether some stage writes an array.
bool writes(const StageChain& chain, int array);

/// Returns the first call that reads, at another point than its own, an array that it writes. The result of such an
/// update in place depends on the order of the points, so it cannot be tiled. nullptr: there is none.
const EpochCall* update_with_neighbours(const Epoch& epoch);

/// How far stages must compute into ghost zones, so that no exchange is needed within the epoch.
struct DeepGhosts {
  std::vector<Extent> stages; ///< of each stage: how far beyond the owned points it computes; holds <0>
  /// Of each array: how far beyond the owned points its values from before the epoch are read. Empty: no stage reads
  /// the array.
  std::vector<std::optional<Extent>> arrays;
};

/// `chain`: as unrolled() returns it.
DeepGhosts deep_ghosts(const StageChain& chain);

/// Returns, for each array, how far beyond the owned points the epoch reads values from before it. Points that the
/// epoch has written before it reads them do not count. Empty: it reads no such values. So the ghosts of these arrays
/// are the only ones that must be valid before the epoch. `all`: the points of the grid, without end along a periodic
/// axis, as in EpochCall::boxes. `ghosts`: deep_ghosts() of the epoch.
std::vector<std::optional<Extent>> read_from_before(const Epoch& epoch, const Box& all, const DeepGhosts& ghosts);

/// The points of a process.
struct EpochPart {
  Box owned;                                      ///< with the boundary points of its sides
  std::array<bool, 3> lower{false, false, false}; ///< whether ghost zones continue it on the lower side of each axis
  std::array<bool, 3> upper{false, false, false}; ///< the same for the upper side
};

/// Returns the points of a process, extended into its ghost zones. A stage computes the points of its call in this box,
/// if `extent` is that of DeepGhosts::stages.
Box points_of(const EpochPart& part, const Extent& extent);

} // namespace nopal
