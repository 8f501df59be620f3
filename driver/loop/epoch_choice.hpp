#pragma once
// Chooses how many iterations an epoch has, and its tiles.

#include "core/launch/trial.hpp"
#include "core/plan/epoch_maker.hpp"
#include "core/tiles/epoch_tiles.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/run_description.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace nopal {

class EpochChoice {
public:
  /// `validity`: of the run. `threads` share the tiles. The arguments outlive this object.
  EpochChoice(const RunDescription& run, const Session& session, const EpochMaker& maker, const Validity& validity,
              int threads);

  /// Collective. Returns how many iterations the epoch that begins with iteration `first` should have at most: what
  /// driver.blocking_factor says, or, if it is 0, the number with the least cost by the model. 1: no epoch.
  int factor(std::int64_t first);
  /// Returns the tile shape of an epoch. The first epochs try some shapes in turn.
  const Index& tile(const RunEpoch& made);
  /// Call this after an epoch with the time that it took.
  void took(const RunEpoch& made, double seconds);

private:
  /// The shapes that epochs with the same routines try.
  struct Trials {
    std::vector<EpochTile> tiles;
    Trial trial;
    int largest = 0; ///< iterations of the longest epoch up to now
  };
  Trials& trials(const RunEpoch& made);

  const Session& session_;
  const Parameters& parameters_;
  const EpochMaker& maker_;
  const Validity& validity_;
  int deep_; ///< the number for which driver.ghosts: auto has chosen the ghosts; 1: none
  EpochTileDemand demand_;
  int automatic_ = 0;                             ///< the number of iterations that nopal has chosen; 0: none yet
  int n_plain_ = 0;                               ///< iterations before that
  double seconds_ = 0;                            ///< of one of them
  std::chrono::steady_clock::time_point since_{}; ///< when the last of them began
  std::map<std::string, Trials> trials_;          ///< by the routines of an iteration
};

} // namespace nopal
