#pragma once
// Explains reads of data that are valid nowhere and accesses without storage. Proposes a clause that helps.

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

  /// Adds a finding for each slot. A reader and a slot give one finding. `validity` is the state before the reader.
  void add(const Unmet& unmet, const Validity& validity, std::int64_t iteration);
  std::vector<Finding> take() { return std::move(findings_); }
  /// Returns the variables that have findings. Other findings on them may be mere consequences.
  const std::set<int>& variables() const { return variables_; }

private:
  /// One read of invalid data.
  struct Read {
    const Unmet& unmet;
    const Clause& clause; ///< its region is the set of missing regions
    const Validity& validity;
    std::int64_t iteration;
    bool is_sync;
  };
  /// The reason why the data are missing, and the clause to write.
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

  /// Returns the routine that is this source of data. Null: there is no source, or the source is a sync.
  const Routine* writer_of(int source) const;
  /// Returns the first routine after the start that writes the interior of timelevel 0, or null.
  const Routine* evolver(int variable) const;
  Reason later_or_not_called(const Read& read, const Routine& writer) const;
  std::string at(const Routine& routine) const;
  /// Returns "wave::boundary (wave.yaml:9:5) wrote wave::phi@0 (boundary)". The source must be a routine.
  std::string wrote(const DataSource& source) const;
  std::string writes(const Routine& routine, Slot slot, Region region) const;

  const ScheduleFacts& facts_;
  const DataHistory& history_;
  std::set<std::pair<std::string, Slot>> told_;
  std::set<int> variables_;
  std::vector<Finding> findings_;
};

} // namespace nopal
