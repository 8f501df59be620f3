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

private:
  TiledEpoch& tiled(const RunEpoch& made, const Index& shape);
  bool allocate_temporaries(const RunEpoch& made);
  std::vector<std::byte*> arrays_of(const RunEpoch& made) const;
  void compute(const RunEpoch& made, std::span<std::byte* const> arrays);
  void rename(const RunEpoch& made);
  void exchange(const RunEpoch& made);
  void poll(const RunEpoch& made);
  void tell(const RunEpoch& made);

  int factor(std::int64_t first);
  void compute_on_host(const RunEpoch& made, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays,
                       const PassEntered& entered);

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
  std::string why_none_; ///< why the run has no epochs; empty: it may have some
  EpochPause pause_;
  std::map<std::string, std::unique_ptr<TiledEpoch>> tiled_; ///< by routines, iterations, storage given away, and shape
  std::set<std::string> told_;                               ///< what the log has said
};

} // namespace nopal
