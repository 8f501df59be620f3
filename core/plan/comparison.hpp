#pragma once
// Compares a run with its plan.

#include "core/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace nopal {

/// Observes every hook of a run. The driver tells it when the start, an iteration and the end are done.
class PlanComparison final : public AcceleratorObserver {
public:
  /// `plan` is the plan of this rank, from the same declarations. It outlives this object.
  PlanComparison(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan)
      : variables_(variables), routines_(routines), plan_(plan) {}

  void end(const HookEvent& event) override;
  /// Compare what has happened since the last call with the plan of the start, of an iteration, of the end. Throw an
  /// Error with the first difference: what was planned and what happened.
  void start_done();
  void iteration_done(std::int64_t iteration);
  void run_done();

  /// Stops comparing: the run now does something that no plan knows, for this reason.
  void exempt(const std::string& reason);

  /// The result as a line for the user: the run was as planned, or why it could not be compared.
  std::string account() const;

private:
  void compare(const PlannedEvents* planned, const std::string& when);
  std::string text(const PlannedEvent& event) const;

  const Variables& variables_;
  const std::vector<Routine>& routines_;
  const Plan& plan_;
  EventRecorder recorder_;
  std::string exemption_;            ///< why this run cannot be compared; empty: it can
  const Routine* running_ = nullptr; ///< the routine called last
  std::int64_t compared_ = 0;
};

} // namespace nopal
