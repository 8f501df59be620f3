#pragma once
// A run held against its plan.

#include "core/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace nopal {

/// Told of every hook of a run, as an observer of its Accelerator; the driver says where an iteration ends.
class PlanComparison final : public AcceleratorObserver {
public:
  /// plan: of the same rank, from the same declarations; outlives this.
  PlanComparison(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan)
      : variables_(variables), routines_(routines), plan_(plan) {}

  void end(const HookEvent& event) override;
  /// What happened since the last call was the start, an iteration, or the end. Throws Error with the first difference:
  /// what was planned, what happened.
  void start_done();
  void iteration_done(std::int64_t iteration);
  void run_done();

  /// From here on the run does what no plan knows of.
  void exempt(const std::string& reason);

  /// What was found, for the user: that the run was as planned, or why it could not be compared.
  std::string account() const;

private:
  void compare(const PlannedEvents* planned, const std::string& when);
  std::string text(const PlannedEvent& event) const;

  const Variables& variables_;
  const std::vector<Routine>& routines_;
  const Plan& plan_;
  EventRecorder recorder_;
  std::string exemption_; ///< why this run cannot be compared: conditions on variables, hooks that functions called
  const Routine* running_ = nullptr; ///< called last
  std::int64_t compared_ = 0;
};

} // namespace nopal
