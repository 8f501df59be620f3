#pragma once
// Computes calls that follow each other together on the host (core/schedule/fusion.hpp), where this is faster.

#include "core/launch/tiled_phase.hpp"
#include "core/launch/trial.hpp"
#include "core/schedule/step.hpp"
#include "driver/loop/function_call.hpp"
#include "driver/session/session.hpp"
#include "driver/storage/storage.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nopal {

/// Fused calls of a run, and the ways to compute them: way 0 is one call after the other, and each other way has tiles
/// of another shape. A process without points has way 0 only.
class FusedGroup {
public:
  FusedGroup(std::vector<const Routine*> calls, FusedCalls fused, std::vector<TiledPhase> phases,
             std::vector<std::string> texts, bool only_fused);

  std::size_t n_calls() const { return calls_.size(); }
  const std::vector<const Routine*>& calls() const { return calls_; }
  const FusedCalls& fused() const { return fused_; }
  /// "euler::ppm + mol::SSPRK3_1"
  std::string name() const;
  /// The way in which they run next.
  int way() const { return trial_.next(); }
  bool is_over() const { return trial_.is_over(); }
  /// Call this after a run in way() that took so many seconds. Returns whether it has ended the trial.
  bool took(double seconds);
  /// Returns how they run, for the log. The trial must be over.
  std::string account() const;
  /// Computes them in a way other than 0.
  void run(const HostRun& run, const FusedRun& fused);

private:
  std::vector<const Routine*> calls_;
  FusedCalls fused_;
  std::vector<TiledPhase> phases_; ///< of each way from 1 on
  std::vector<std::string> texts_;
  Trial trial_;
};

class Fusion {
public:
  /// The arguments outlive this object, except `environment`.
  Fusion(const CallEnvironment& environment, const Session& session, Storage& storage);

  /// Collective. Returns the group that the first steps call; null: the first step runs alone.
  FusedGroup* find(std::span<const Step> steps);
  /// Computes the calls of a group together, in its way. `steps`: those of its calls.
  void run(FusedGroup& group, std::span<const Step> steps);
  /// Call this after the calls of a group have run, with the seconds that they took.
  void took(FusedGroup& group, double seconds);
  /// Returns whether the trials of all groups are over.
  bool is_settled() const;
  /// Call this after parameters were steered.
  void steered();

private:
  /// Shapes of tiles that a trial compares. Those whose memory is many times the cache of a thread are left out.
  static constexpr std::size_t most_shapes = 5, most_caches = 4;

  bool is_candidate(const Routine& routine);
  bool may_begin(const Routine& routine);
  bool may_end(const Routine& routine);
  KernelTexts texts();
  std::optional<Extent> extent_of(const Routine& kernel, Slot slot);
  std::vector<const Routine*> calls_of(std::span<const Step> steps);
  std::unique_ptr<FusedGroup> make(const std::vector<const Routine*>& calls);
  void take_spares(const FusedCalls& fused);
  std::size_t spare_bytes(const FusedCalls& fused) const;

  CallEnvironment environment_;
  const Session& session_;
  Storage& storage_;
  bool off_ = false;    ///< the run fuses nothing
  bool always_ = false; ///< no trial
  std::map<const Routine*, bool> may_begin_, may_end_;
  std::map<int, std::map<Slot, std::optional<Extent>>> extents_;              ///< by kernel and slot
  std::map<std::vector<const Routine*>, std::unique_ptr<FusedGroup>> groups_; ///< null: they are not fused
};

} // namespace nopal
