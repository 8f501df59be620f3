#pragma once
// The search for the fastest way to compute the iterations of a run. The first iterations try some ways in turn. The
// result is kept on disk, and later runs begin with it.

#include "core/grid/box.hpp"
#include "core/kernel_cache/key.hpp"
#include "core/launch/trial.hpp"
#include "core/plan/epoch_maker.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/run_description.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// A way to compute iterations. All ways give the same bits.
struct Way {
  int most = 0;        ///< iterations of an epoch at most; 0: no epochs
  int iterations = 1;  ///< of the first epoch
  Index tile{0, 0, 0}; ///< on the host: points of a tile along each axis; 0: the axis is not cut
  long block_size = 0; ///< of data that stream: layers of a block on this rank
  double cost = 0;     ///< of one iteration, by the model for the host
  std::string shape;   ///< "tiles of 401 x 8 x 16 points", "blocks of 3 layers"; that of rank 0 counts
  std::string text;    ///< "epochs: 16 iterations at most, tiles of 401 x 8 x 16 points"; that of rank 0 counts
};

/// The ways that there are. All ranks have the same number of them, in the same order.
struct Ways {
  std::vector<Way> all; ///< the first one is without epochs
  bool asked = false;   ///< the user asks for epochs, so the first one is only there to be measured
  bool small = false;   ///< the data of an epoch fit into the caches of the threads
  KernelKey key;        ///< all that the times depend on, but for the ways
};

/// Returns the way without epochs.
Way no_epochs();

/// Returns a key of results with the grid, the ranks and the kernels of an epoch. Its device and compiler are missing.
KernelKey key_of_ways(const RunDescription& run, const Session& session, const RunEpoch& made);

class WaySearch {
public:
  /// `session` outlives this object. The search waits: iterations run without epochs.
  WaySearch(const Session& session, Ways ways);

  const Ways& ways() const { return ways_; }
  /// The way of the next iterations.
  const Way& way() const;

  /// Whether no trial has begun, and nothing is decided.
  bool waits() const { return tried_.empty(); }
  /// Whether the way is decided.
  bool is_over() const { return !waits() && trial_.is_over(); }
  int waited() const { return waited_; }                ///< iterations up to now that ran without epochs meanwhile
  double waited_seconds() const { return waited_for_; } ///< of the last of them, on the slowest rank

  /// Collective. Takes the way that an earlier run has found. Returns whether there is one.
  bool recall();
  /// Begins a trial of these ways. A later one must be clearly faster than the first one. One way: it is taken.
  void compare(std::vector<int> tried);
  /// Takes a way without a trial.
  void use(int way);
  /// Call this after iterations in this way, which took so many seconds. Collective until the search has ended. The
  /// slowest rank counts, so that all ranks choose the same way. Epochs that are much shorter than the first one of the
  /// way do not count.
  void took(int iterations, double seconds);
  /// Rank 0 keeps a way for later runs.
  void keep(int way) const;

private:
  const Way& way(int number) const { return ways_.all[static_cast<std::size_t>(number)]; }
  void tell() const;

  const Session& session_;
  Ways ways_;
  std::vector<int> tried_;
  Trial trial_{1};
  int waited_ = 0;
  double waited_for_ = 0;
};

/// Collective. Returns the largest of the seconds of all ranks.
double slowest(const Session& session, double seconds);

/// Whether an epoch of so many iterations is long enough to stand for a way.
inline bool is_typical(const Way& way, int iterations) { return 2 * iterations > way.iterations; }

} // namespace nopal
