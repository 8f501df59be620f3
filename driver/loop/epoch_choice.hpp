#pragma once
// Chooses how many iterations an epoch on the host has, and its tiles.

#include "core/tiles/epoch_tiles.hpp"
#include "driver/loop/fusion.hpp"
#include "driver/loop/way_search.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace nopal {

class EpochChoice {
public:
  /// `validity`: of the run. `threads` share the tiles. The arguments outlive this object.
  EpochChoice(const RunDescription& run, const Session& session, const EpochMaker& maker, const Fusion& fusion,
              const Validity& validity, int threads);

  /// Returns driver.blocking_factor or, where that is auto, the number for which driver.ghosts: auto has chosen the
  /// ghosts. 0: the search finds the number.
  int given() const;
  /// Collective. Returns the search of a way for the iterations from `first` on, which may still wait. nullptr: they
  /// form no epoch.
  WaySearch* ways(std::int64_t first);
  /// Collective. The same, but the search goes on: with the result of an earlier run or, after some iterations without
  /// epochs, a trial.
  WaySearch* search(std::int64_t first);
  /// Collective. Returns whether the trials are over: those of the stencils of the iterations from `first` on, and of
  /// fused calls.
  bool settled(std::int64_t first);
  /// Returns the ways that a trial compares, the best one by the model first. One: no trial is needed. `seconds`: of an
  /// iteration without epochs.
  std::vector<int> candidates(const Ways& ways, double seconds) const;

private:
  /// The search for iterations with the same kernels.
  struct Entry {
    WaySearch search;
    std::vector<const Routine*> items;
  };
  Entry* entry(std::int64_t first);
  Ways find_ways(std::int64_t first) const;
  void share(Ways& ways) const;
  KernelKey key(const RunEpoch& made) const;
  bool settled(std::span<const Routine* const> items) const;
  bool may_begin(const Entry& entry) const;
  void begin(WaySearch& search) const;

  const RunDescription& run_;
  const Session& session_;
  const Parameters& parameters_;
  const EpochMaker& maker_;
  const Fusion& fusion_;
  const Validity& validity_;
  int deep_; ///< the number for which driver.ghosts: auto has chosen the ghosts; 1: none
  EpochTileDemand demand_;
  std::map<std::string, Entry> entries_; ///< by driver.blocking_factor and the kernels of an iteration
};

} // namespace nopal
