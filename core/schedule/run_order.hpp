#pragma once
// The steps of a run from its start to its end, in their order.

#include "core/grid/domain.hpp"
#include "core/schedule/bin_steps.hpp"
#include "core/schedule/run_clock.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace nopal {

/// The point at which a recovered run continues an earlier run.
struct RecoveredState {
  std::int64_t iteration = 0;
  bool output_done = false;        ///< the earlier run had passed analysis and output of that iteration, too
  std::optional<TimeState> time{}; ///< if the run chooses its time steps
};

/// Questions that RunOrder asks while the run goes on. A null function means that the answer is always no.
struct RunQuestions {
  BinSteps::IsRequested is_requested;
  /// Returns the point at which the run continues; empty: a fresh run. RunOrder asks this once, after start_bins.
  std::function<std::optional<RecoveredState>()> recovered;
};

/// Gives the steps of a run in lists: the steps of its start, of each iteration and of its end. The driver executes
/// them; a plan only simulates them.
class RunOrder {
public:
  /// schedule and clock outlive this object and its steps. Who executes the steps may change the time step of the
  /// clock; the steps of the next list then have it.
  RunOrder(const Schedule& schedule, RunClock& clock, RunQuestions questions = {});
  /// The same with a clock of its own, on which all steps have the time step of the grid.
  RunOrder(const Schedule& schedule, const Domain& domain, RunQuestions questions = {});

  /// Leaves out the bins in which a run writes: checkpoint, analysis, output and terminate. Call this before start().
  void leave_out_writing() { writes_ = false; }

  /// After each call of start(), iterate() or end(), call next() until its list is empty. start(): the steps up to the
  /// output of iteration 0, or of the iteration at which a recovered run continues.
  void start();
  /// The steps of one iteration, which is 1 or more.
  void iterate(std::int64_t iteration);
  /// The steps of one iteration after its evolution, if an epoch has computed that.
  void output(std::int64_t iteration);
  /// The last steps. with_output: items that are due at the end get their turn.
  void end(bool with_output);

  /// As BinSteps::next().
  const std::vector<Step>& next(bool answer = true);

  /// The iteration that the run has come to.
  std::int64_t iteration() const { return clock_->now().iteration; }

private:
  /// A bin, or a step between bins.
  struct Part {
    const Schedule::BinItems* bin = nullptr; ///< null: `step`
    bool at_end = false;
    Step step = {};
  };
  void add(StepKind kind);
  void add_bins(const auto& bins, bool at_end = false);
  /// The same for bins that each iteration passes. It looks them up once and keeps them in `found`.
  void add_bins_again(const auto& bins, std::vector<const Schedule::BinItems*>& found);
  void add_dt_limits();
  void finish_start();

  const Schedule& schedule_;
  std::unique_ptr<RunClock> own_clock_; ///< null: clock_ is another one
  RunClock* clock_;
  RunQuestions questions_;
  BinSteps bin_;
  std::vector<const Schedule::BinItems*> evolution_, output_; ///< empty: not looked up yet
  std::vector<Part> parts_;
  std::size_t n_done_ = 0; ///< of parts_
  bool writes_ = true;     ///< false: writing_bins are left out
  bool starting_ = false;  ///< start_bins are not done; the rest of the start is not known yet
  std::vector<Step> steps_;
};

} // namespace nopal
