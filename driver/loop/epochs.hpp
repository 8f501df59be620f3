#pragma once
// Computes consecutive iterations as epochs on the host: tile by tile, all iterations of a tile before the next tile.

#include "core/launch/epoch_maker.hpp"
#include "core/launch/tiled_epoch.hpp"
#include "driver/loop/executor.hpp"

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
  std::string obstacle() const;
  TiledEpoch& tiled(const RunEpoch& made);
  std::vector<LaunchBox> boxes_of(Region region) const;
  std::vector<std::byte*> arrays_of(const RunEpoch& made) const;
  void compute(const RunEpoch& made, std::span<std::byte* const> arrays);
  void rename(const RunEpoch& made);
  void exchange(const RunEpoch& made);
  void poll(const RunEpoch& made);
  void tell(const RunEpoch& made);

  CallEnvironment environment_;
  int rank_;
  Executor& executor_;
  Storage& storage_;
  Accelerator& accelerator_;
  GhostExchange& exchange_;
  const Parameters& parameters_;
  EpochMaker maker_;
  std::map<std::string, std::unique_ptr<TiledEpoch>> tiled_; ///< by what the epochs have in common
  std::set<std::string> told_;                               ///< what the log has said
};

} // namespace nopal
