#pragma once
// The objects of a run: storage, device, Accelerator, services and time loop.

#include "core/plan/comparison.hpp"
#include "driver/guard/guard.hpp"
#include "driver/reductions/mpi_reductions.hpp"
#include "driver/services/data_hooks.hpp"
#include "driver/session/notices.hpp"
#include "driver/simulation/run_files.hpp"
#include "driver/sudden_end/sudden_end.hpp"
#include "driver/tune/tuning.hpp"
#include "driver/watchdog/watchdog.hpp"

namespace nopal {

class Simulation final : private RunObserver {
public:
  /// Collective. Allocates storage, opens the device and loads the kernels; no routine is called. All arguments must
  /// outlive the simulation.
  Simulation(RunDescription& run, const Context& context, RunFiles& files);

  /// Collective. Calls the bins from startup to shutdown, then logs rates and transfers.
  TimeLoop::Result run();
  /// Collective. Adds to the result of run() what output has found last. Call this after the trace is written: see
  /// TimeLoop::join_findings().
  void join_findings(TimeLoop::Result& result) { loop_.join_findings(result); }

  /// Collective. Starts the run, but writes nothing, and measures ways to compute its iterations.
  TuneReport tune();

private:
  void paramcheck_done() override;
  std::unique_ptr<RunComparison> make_comparison();
  RunObservers make_work_observers();
  RunObservers make_observers();
  std::unique_ptr<Guard> make_guard();
  std::unique_ptr<Streamer> make_streamer();
  CallEnvironment call_environment();
  TimeLoop make_loop();

  RunDescription& run_;
  const Context& context_;
  RunFiles& files_;
  const Parameters& parameters_;
  const double patience_; ///< seconds that the watchdog waits for a step; 0: no watchdog
  const LastWords last_words_;

  // Each part may use those above it, and is destroyed before them.
  const Spaces spaces_;
  double storage_seconds_ = 0;
  std::unique_ptr<Storage> storage_;
  Notices notices_;
  std::unique_ptr<Device> device_; ///< null: the run uses no device
  Device* resident_;     ///< the device if the data stay there; null: there is none, or they stream through it
  SuddenEnd sudden_end_; ///< after the device, whose library may set handlers, too
  Plan plan_;            ///< empty unless the run is compared with it
  std::unique_ptr<RunComparison> comparison_;
  Activity activity_;
  RunObservers work_observers_; ///< of hooks, exchanges and reductions; usually empty, so that these cost nothing
  RunObservers observers_;
  Accelerator accelerator_;
  std::unique_ptr<Streamer> streamer_; ///< null: the data do not stream
  GhostExchange exchange_;
  MpiReductions reductions_;
  RunDataHooks hooks_;
  std::unique_ptr<Guard> guard_;       ///< null: functions are not guarded
  std::unique_ptr<Watchdog> watchdog_; ///< null: no watchdog, or the time loop has ended
  Control control_;
  Steering steering_;
  RunClock clock_;
  std::unique_ptr<RunTimeStep> time_step_; ///< null: it is fixed
  RunServices services_;
  Conditions conditions_;
  Executor executor_;
  Epochs epochs_;
  TimeLoop loop_;
};

} // namespace nopal
