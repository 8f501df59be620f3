#pragma once
// Compares a run with its plan.

#include "core/accelerator/run_observer.hpp"
#include "core/plan/plan.hpp"

#include <cstdint>
#include <string>

namespace nopal {

/// Observes a run and compares what it copies with a plan, up to something that no plan can know.
class RunComparison : public RunObserver {
public:
  /// Throws Error, because a plan starts from initial data.
  void recovery_begins() override;
  // After these two calls the run is no longer compared, because its plan does not know them.
  void steered(std::int64_t iteration, std::span<const ParameterChange> changes) override;
  void called_at_request(const std::string& item) override;

  /// Returns the result for the user: the run was as planned, or it could not be compared, and why.
  std::string account() const;

protected:
  /// The run is not compared from now on.
  void exempt(const std::string& reason);
  bool compares() const { return exemption_.empty(); }

private:
  /// Says what was compared, if all of it was as planned.
  virtual std::string result() const = 0;
  std::string exemption_; ///< why this run cannot be compared; empty: it can be
};

/// Compares the copies of the Accelerator and the messages, iteration by iteration.
class PlanComparison final : public RunComparison {
public:
  /// `plan` is the plan of this rank, made from the same declarations. It must outlive this object.
  PlanComparison(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan)
      : variables_(variables), routines_(routines), plan_(plan) {}

  void end(const HookEvent& event) override;
  // These three functions compare the copies since the last call with the plan. They throw Error if the two differ.
  void start_done() override;
  void iteration_done(std::int64_t iteration) override;
  void run_done(bool complete) override;

private:
  std::string result() const override;
  void add_interpolation(const HookEvent& event);
  void compare(const PlannedEvents* planned, const std::string& when);

  const Variables& variables_;
  const std::vector<Routine>& routines_;
  const Plan& plan_;
  EventRecorder recorder_;
  const Routine* running_ = nullptr; ///< the routine that was called last
  std::int64_t interpolations_ = 0;  ///< calls of Call::interpolate() that copied points, which no plan can know
  std::int64_t interpolated_bytes_ = 0;
  std::int64_t compared_ = 0; ///< the last iteration that was as planned
};

} // namespace nopal
