#pragma once
// Finds output at iterations at which nobody computes what it writes.

#include "core/check/data_history.hpp"
#include "core/check/finding.hpp"
#include "core/check/schedule_facts.hpp"

#include <set>
#include <utility>
#include <vector>

namespace nopal {

/// Observes a walk of the schedule after `history`. A finding says that output reads values of an earlier iteration,
/// although a routine computes them again and again. Variables that do not change after the start have no finding.
class OldOutputCheck final : public AcceleratorObserver {
public:
  /// Both arguments must outlive this object.
  OldOutputCheck(const ScheduleFacts& facts, const DataHistory& history) : facts_(facts), history_(history) {}

  void end(const HookEvent& event) override;
  /// Returns the findings. Call this once, after the walk.
  std::vector<Finding> take() { return std::move(findings_); }

private:
  void look(const Routine& reader, const Clause& clause, std::int64_t iteration);

  const ScheduleFacts& facts_;
  const DataHistory& history_;
  std::set<std::pair<int, int>> seen_; ///< reader and variable
  std::vector<Finding> findings_;
};

} // namespace nopal
