#pragma once
// Runs a simulation from start to end: executes the steps and decides after each iteration whether the run goes on.

#include "core/accelerator/accelerator.hpp"
#include "core/accelerator/run_observer.hpp"
#include "core/schedule/run_order.hpp"
#include "driver/control/control.hpp"
#include "driver/control/steering.hpp"
#include "driver/loop/epochs.hpp"
#include "driver/loop/executor.hpp"
#include "driver/loop/progress.hpp"
#include "driver/loop/wall_time.hpp"
#include "driver/services/run_services.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace nopal {

/// Runs a simulation. All objects that the members refer to must outlive it.
struct TimeLoop {
  const Session& session;
  const RunDescription& run_description;
  RunClock& clock;
  Executor& executor;
  Epochs& epochs;
  Accelerator& accelerator;
  RunServices& services;
  Control& control;
  Steering& steering;
  const RunObservers& observers;
  Limits limits = run_description.limits; ///< as steered
  /// The next iteration is the last one, and is no part of an epoch. It is there only for values that output at the end
  /// needs.
  bool one_more = false;

  /// Facts about the run at its end. Seconds are wall time of this rank.
  struct Result {
    std::int64_t last = 0;       ///< the last iteration
    std::int64_t iterations = 0; ///< number of iterations of this run, without those before its checkpoint
    std::string ended_early; ///< why the run ended before its last iteration; empty: it did not. The same on all ranks
    double initial_seconds = 0;   ///< from startup until the evolution starts
    double evolution_seconds = 0; ///< the iterations of this run
    double output_seconds = 0;    ///< the part of evolution_seconds spent in checkpoint, analysis and output
    double end_seconds = 0;       ///< last output, terminate and shutdown
    Counters evolution;           ///< transfers from the end of postinitial or recover to the end of the last iteration
    Counters total;
    WallTime wall;                           ///< since the start of the program
    bool interrupted = false;                ///< a later run may go on from here
    std::vector<NotFiniteOutput> not_finite; ///< variables whose output is not finite. The same on all ranks
  };

  /// Runs from the start to the end. Collective. The result lacks `not_finite`.
  Result run();
  /// Collective. Adds to `result` the variables whose output was not finite in the last iteration or at the end. Call
  /// this after the trace is written: if a rank failed in shutdown, the others wait here until that rank ends the job,
  /// and what they have not written by then is lost.
  void join_findings(Result& result);

  /// What advance() has done. Seconds are wall time of this rank.
  struct Advance {
    int iterations = 0;
    double evolution = 0; ///< seconds
    double output = 0;    ///< seconds in checkpoint, analysis and output after it
  };
  /// Collective. Computes the next iteration or the next epoch, and the output after it. `last`: the last iteration of
  /// the run; -1: not known.
  Advance advance(RunOrder& order, WallTime& wall, std::int64_t last);
  /// Collective. Computes the next iteration step by step, and the output after it.
  Advance step(RunOrder& order, WallTime& wall);

  // The parts of run(). `nopal tune` uses them to run without output.
  /// Returns the order of this run. It asks `services` for requested items and for a recovered state.
  RunOrder run_order();
  /// Collective. Executes the steps up to the first iteration, from startup on. Returns the transfers before the
  /// evolution.
  Counters start(RunOrder& order, WallTime& wall);
  /// Executes the steps that `order` gives; calls `passed` after each bin.
  void follow(RunOrder& order, WallTime& wall, const std::function<void(std::string_view bin)>& passed);
  /// Agrees with all ranks whether the run ends here, and steers. Collective.
  bool ends_after(std::int64_t iteration, Result& result);

private:
  using Clock = std::chrono::steady_clock;
  Advance finish(RunOrder& order, WallTime& wall, Clock::time_point begin, int computed);
  std::optional<RecoveredState> recovered() const;
  void steer(const std::string& text, std::int64_t iteration);
  bool lacks_output(std::int64_t iteration) const;
  void tell_requests();
  bool writes_last_output(const Result& result) const;
};

} // namespace nopal
