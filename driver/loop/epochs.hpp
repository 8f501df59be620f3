#pragma once
// Computes consecutive iterations as epochs: on the host tile by tile, or on a device block by block, all iterations of
// a tile or block before the next one.

#include "core/launch/tiled_epoch.hpp"
#include "core/plan/epoch_pause.hpp"
#include "driver/loop/epoch_choice.hpp"
#include "driver/loop/executor.hpp"
#include "driver/loop/streamer.hpp"
#include "driver/setup/epochs.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace nopal {

class Epochs {
public:
  /// The arguments outlive this object, except `environment`.
  Epochs(const CallEnvironment& environment, const Session& session, Executor& executor, Storage& storage,
         Accelerator& accelerator, GhostExchange& exchange);

  /// Collective. Computes the evolution of the iterations from `first` on, if they form an epoch. `last`: the last
  /// iteration of the run; -1: not known. Returns how many iterations it has computed; 0: none, so iteration `first`
  /// must run step by step. The output of the last one follows.
  int run(std::int64_t first, std::int64_t last);
  /// Collective. Call this after run(), with the seconds that the evolution of its iterations took, or that of the
  /// iteration that then ran step by step.
  void took(double seconds);

  // What `nopal tune` asks for.
  /// Collective. Returns the ways to compute the iterations from `first` on; nullptr: there are no epochs. The run then
  /// looks for epochs again.
  WaySearch* ways(std::int64_t first);
  /// Whether the last run() has computed iterations in a way of this search.
  bool has_computed(const WaySearch& search) const { return used_ == &search && computed_ > 0; }
  /// Collective. Whether iterations without epochs run as fast as they can: no stencil is in a trial.
  bool settled(std::int64_t first);
  /// Returns the ways that a trial would compare, the best one by the model first. `seconds`: of an iteration without
  /// epochs.
  std::vector<int> candidates(const Ways& ways, double seconds) const;
  /// Returns why there is no epoch from `first` on, or why its iterations are not more than those of all `ways`. Empty:
  /// nopal tries no more.
  std::string limit(std::int64_t first, const Ways* ways) const;

private:
  TiledEpoch& tiled(const RunEpoch& made, const Index& shape);
  bool allocate_temporaries(const RunEpoch& made);
  std::vector<std::byte*> arrays_of(const RunEpoch& made) const;
  void compute(const RunEpoch& made, const Way& way, std::span<std::byte* const> arrays);
  void rename(const RunEpoch& made);
  void exchange(const RunEpoch& made);
  void poll(const RunEpoch& made);
  void tell(const RunEpoch& made);

  bool has_none();
  WaySearch* search(std::int64_t first);
  void compute_on_host(const RunEpoch& made, const Index& tile, std::span<const KernelClock> clocks,
                       std::span<std::byte* const> arrays, const PassEntered& entered);

  CallEnvironment environment_;
  const Session& session_;
  PassMaker passes_;
  Executor& executor_;
  Storage& storage_;
  Accelerator& accelerator_;
  GhostExchange& exchange_;
  const Parameters& parameters_;
  EpochMaker maker_;
  EpochChoice choice_;
  WaySearch* used_ = nullptr; ///< by the last run(), if it has computed iterations in the way of the search, or left
                              ///< one for that way; else null
  int computed_ = 0;          ///< iterations by the last run()
  std::string why_none_;      ///< why the run has no epochs; empty: it may have some
  EpochPause pause_;
  std::map<std::string, std::unique_ptr<TiledEpoch>> tiled_; ///< by routines, iterations, storage given away, and shape
  std::set<std::string> told_;                               ///< what the log has said
};

} // namespace nopal
