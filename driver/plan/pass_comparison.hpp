#pragma once
// Compares a run whose data stream through the device with its plan.

#include "core/plan/comparison.hpp"
#include "driver/plan/streamed_plan.hpp"

namespace nopal {

/// Compares each pass with the plan: its iterations, its routines and its copies.
class PassComparison final : public RunComparison {
public:
  /// `plan`: of this rank.
  PassComparison(StreamedPlan plan, int rank);

  void end(const HookEvent& /*event*/) override {}
  // These two functions throw Error if the run differs from the plan.
  void streamed(const StreamedData& data) override;
  void run_done(bool complete) override;

private:
  std::string result() const override;
  [[noreturn]] void differs(const std::string& happened) const;
  /// Returns pass number next_ of the plan.
  StreamedData planned() const;

  StreamedPlan plan_;
  int rank_;
  std::size_t next_ = 0; ///< passes that were compared
};

} // namespace nopal
