#pragma once
// The run, from its start to its end: executes the steps and decides after each iteration whether to go on.

#include "core/accelerator/accelerator.hpp"
#include "core/accelerator/run_observer.hpp"
#include "core/schedule/run_order.hpp"
#include "driver/control/control.hpp"
#include "driver/control/steering.hpp"
#include "driver/loop/executor.hpp"
#include "driver/loop/progress.hpp"
#include "driver/services/call_requests.hpp"
#include "driver/services/run_services.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/limits.hpp"

#include <functional>
#include <string>

namespace nopal {

struct TimeLoop {
  const Session& session;
  const Schedule& schedule;
  Executor& executor;
  Accelerator& accelerator;
  RunServices& services;
  Control& control;
  Steering& steering;
  CallRequests& requests;
  const RunObservers& observers;
  Limits limits;
  ProgressSettings progress;
  bool initial_on_host = false;

  /// What a run tells at its end. Seconds are wall time of this rank.
  struct Result {
    std::int64_t last = 0;        ///< the iteration that was reached
    std::int64_t iterations = 0;  ///< of this run, those before its checkpoint not counted
    std::string ended_early;      ///< why it ended before its last iteration; empty: it did not. Same on all ranks
    double initial_seconds = 0;   ///< startup to the output of iteration 0, or to where a recovered run goes on
    double evolution_seconds = 0; ///< those iterations
    double output_seconds = 0;    ///< of these, in checkpoint, analysis and output
    double end_seconds = 0;       ///< terminate and shutdown
    Counters evolution;           ///< transfers from the end of postinitial to the end of the last iteration
    Counters total;
  };

  /// Collective.
  Result run();

private:
  RunOrder run_order();
  void follow(RunOrder& order, const std::function<void(std::string_view bin)>& passed);
  std::optional<RecoveredState> recovered() const;
  bool ends_after(std::int64_t iteration, Result& result);
  void steer(const std::string& text, std::int64_t iteration);
  void tell_requests();
  bool writes_last_output(const Result& result) const;
};

} // namespace nopal
