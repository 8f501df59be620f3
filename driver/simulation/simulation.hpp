#pragma once
// The objects of a run: storage, device, Accelerator, services and time loop.

#include "core/accelerator/accelerator.hpp"
#include "driver/control/steering.hpp"
#include "driver/guard/guard.hpp"
#include "driver/plan/planned_run.hpp"
#include "driver/reductions/mpi_reductions.hpp"
#include "driver/services/data_hooks.hpp"
#include "driver/session/notices.hpp"
#include "driver/simulation/run_files.hpp"
#include "driver/watchdog/watchdog.hpp"

namespace nopal {

class Simulation {
public:
  /// Collective. Allocates storage, opens the device and loads the kernels; no routine is called. All arguments must
  /// outlive the simulation.
  Simulation(RunDescription& run, const Context& context, RunFiles& files);

  /// Collective. Calls the bins from startup to shutdown, then logs rates and transfers.
  TimeLoop::Result run();

private:
  std::vector<AcceleratorObserver*> observers();
  AcceleratorContext accelerator_context();
  RunServices::Parts service_parts();
  CallEnvironment call_environment();
  LoopEvents events();

  RunDescription& run_;
  const Context& context_;
  RunFiles& files_;
  const Variables& variables_;
  const Parameters& parameters_;
  const double patience_; ///< seconds that the watchdog waits for a step; 0: no watchdog
  LastWords last_words_;

  // Each part may use those above it, and is destroyed before them.
  const Spaces spaces_;
  double storage_seconds_ = 0;
  std::unique_ptr<Storage> storage_;
  Notices notices_;
  std::unique_ptr<Device> device_;    ///< null: the run uses no device
  std::optional<PlannedRun> planned_; ///< has a value if the run is compared with its plan
  Activity activity_;
  Accelerator accelerator_;
  GhostExchange exchange_;
  MpiReductions reductions_;
  RunDataHooks hooks_;
  std::optional<Guard> guard_;       ///< has a value if functions are guarded
  std::optional<Watchdog> watchdog_; ///< has a value until the time loop has ended
  Control control_;
  Steering steering_;
  CallRequests requests_;
  RunServices services_;
  Executor executor_;
  TimeLoop loop_;
};

} // namespace nopal
