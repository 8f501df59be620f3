#pragma once
// Reads of what is valid nowhere, and accesses without storage: why, and which clause mends it.

#include "core/check/data_history.hpp"
#include "core/check/finding.hpp"
#include "core/check/schedule_facts.hpp"
#include "core/plan/walk.hpp"

#include <set>
#include <string>
#include <vector>

namespace nopal {

class UnmetCheck {
public:
  UnmetCheck(const ScheduleFacts& facts, const DataHistory& history) : facts_(facts), history_(history) {}

  /// One finding a reader and slot, however often it happens. validity: as the reader finds it.
  void add(const Unmet& unmet, const Validity& validity, std::int64_t iteration);
  std::vector<Finding> take() { return std::move(findings_); }
  /// Variables with findings: what else could be said of them may follow from these.
  const std::set<int>& variables() const { return variables_; }

private:
  /// What is read, by whom.
  struct Read {
    const Unmet& unmet;
    const Clause& clause; ///< its region is what is missing
    const Validity& validity;
    std::int64_t iteration;
    bool is_sync;
  };
  /// Why it is missing, and the clause that mends it.
  struct Reason {
    std::string text;
    std::string proposal;
  };

  void add_invalid(const Read& read);
  void add_without_storage(const Unmet& unmet, const Clause& clause);
  Reason reason(const Read& read) const;
  Reason lacks_interior(const Read& read) const;
  Reason new_timelevel(const Read& read) const;
  Reason earlier_timelevel(const Read& read, std::int64_t cycled_at) const;
  Reason never_written(const Read& read) const;
  Reason lacks_boundary(const Read& read) const;
  Reason lacks_ghosts(const Read& read) const;

  /// The first that writes timelevel 0 again and again after the start; null where there is none.
  const Routine* evolver(int variable) const;
  Reason later_or_not_called(const Read& read, const Routine& writer) const;
  std::string at(const Routine& routine) const;
  /// Of a routine: "wave::boundary (wave.yaml:9:5) wrote wave::phi@0 (boundary)".
  std::string wrote(const DataSource& source) const;
  std::string writes(const Routine& routine, Slot slot, Region region) const;

  const ScheduleFacts& facts_;
  const DataHistory& history_;
  std::set<std::pair<std::string, Slot>> told_;
  std::set<int> variables_;
  std::vector<Finding> findings_;
};

} // namespace nopal
