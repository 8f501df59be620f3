#pragma once
// Executes the steps of a run: calls of routines, syncs, storage, conditions.

#include "core/schedule/step.hpp"
#include "core/schedule/storage_scopes.hpp"
#include "core/trace/timeline.hpp"
#include "driver/exchange/travelling_ghosts.hpp"
#include "driver/guard/plain_calls.hpp"
#include "driver/loop/conditions.hpp"
#include "driver/loop/function_call.hpp"
#include "driver/loop/fusion.hpp"
#include "driver/setup/kernels.hpp"
#include "driver/storage/storage.hpp"

#include <optional>
#include <span>
#include <vector>

namespace nopal {

class Executor {
public:
  Executor(const CallEnvironment& environment, const Session& session, Storage& storage, Accelerator& accelerator,
           GhostExchange& exchange, Conditions& conditions);

  /// Collective. Executes the steps in order. Returns whether the condition at the end of the list holds; true if the
  /// list ends with another step. Errors of a routine name the routine, the bin and the iteration.
  bool run(std::span<const Step> steps);
  /// Tells the Accelerator of the steps of an epoch, which computes the calls in another order: calls every hook as if
  /// the routines ran one after the other. `exchanges`: ghosts travel between processes or periodic images; then syncs
  /// only mark them, because the epoch exchanges ghosts at its end. Functions that poll are left out. Errors are those
  /// of run().
  void account(std::span<const Step> steps, bool exchanges);
  const Fusion& fusion() const { return fusion_; }
  /// Call this after parameters were steered.
  void steered() { fusion_.steered(); }

private:
  void run(const Step& step);
  /// Runs the steps of a group of fused calls in its way.
  void run(FusedGroup& group, std::span<const Step> steps);
  void call_together(FusedGroup& group, std::span<const Step> steps);
  void call(const Step& step);
  void call_built_in(const Routine& routine);
  void call_function(const Step& step, Place place);
  /// Collective. Brings the ghosts of dats that the routine needs and that are not valid. Returns a sync that is still
  /// under way if the routine, a loop over a set, can begin without them; else they have arrived.
  std::optional<TravellingGhosts> bring_ghosts(const Routine& routine, Place place);
  /// Collective. Runs a loop over a set, and sets the scalars that it changes. `ghosts` may still travel; null: the
  /// loop has all ghosts that it needs.
  void run_loop(const Routine& routine, const KernelClock& clock, Place place, TravellingGhosts* ghosts);
  void storage_on(const std::vector<int>& variables);
  void storage_off(const std::vector<int>& variables);

  CallEnvironment environment_;
  Kernels& kernels_;
  Storage& storage_;
  Accelerator& accelerator_;
  GhostExchange& exchange_;
  Conditions& conditions_;
  Fusion fusion_;
  std::vector<ThornFunction> functions_; ///< by routine; null for kernels
  PlainCalls plain_calls_;
  StorageScopes scopes_;
  std::optional<TimelineScope> bin_scope_; ///< span of the bin that runs now
};

} // namespace nopal
