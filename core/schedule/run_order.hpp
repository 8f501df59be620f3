#pragma once
// The order of a run: which steps it makes from its start to its end.

#include "core/grid/domain.hpp"
#include "core/schedule/bin_steps.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace nopal {

/// Where a run goes on that recovers.
struct RecoveredState {
  std::int64_t iteration = 0;
  bool output_done = false; ///< the earlier run had passed analysis and output of that iteration, too
};

/// What the order of a run depends on besides the schedule. Null: no to all.
struct RunQuestions {
  BinSteps::IsRequested is_requested;
  /// Where the run goes on; empty: it starts afresh. Asked once, when start_bins are done.
  std::function<std::optional<RecoveredState>()> recovered;
};

/// Gives the steps of a run, list after list: of its start, of each iteration, of its end. The driver executes them; a
/// plan walks them.
class RunOrder {
public:
  /// schedule and domain outlive this object and its steps. initial_on_host: the parameter.
  RunOrder(const Schedule& schedule, const Domain& domain, bool initial_on_host, RunQuestions questions = {});

  /// Call next() until it gives no more steps, after each of these. start: up to the output of iteration 0, or to where
  /// a recovered run goes on.
  void start();
  /// iteration >= 1.
  void iterate(std::int64_t iteration);
  /// with_output: what is due at the end is called.
  void end(bool with_output);

  /// As BinSteps::next().
  const std::vector<Step>& next(bool answer = true);

  /// The iteration that the run has come to.
  std::int64_t iteration() const { return clock_.iteration; }

private:
  /// A bin, or a step between bins.
  struct Part {
    const char* bin = nullptr; ///< null: the step
    bool at_end = false;
    Step step;
  };
  void begin_iteration(std::int64_t iteration);
  void add(StepKind kind);
  void add_bins(const auto& bins, bool at_end = false);
  void finish_start();

  const Domain& domain_;
  bool initial_on_host_;
  RunQuestions questions_;
  BinSteps bin_;
  KernelClock clock_; ///< of the parts added last
  std::vector<Part> parts_;
  std::size_t n_done_ = 0; ///< of parts_
  bool starting_ = false;  ///< how the start goes on is not known yet
  std::vector<Step> steps_;
};

} // namespace nopal
