#pragma once
// Explains reads of data that are valid nowhere and accesses without storage, and proposes a clause that helps.

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

  /// Adds a finding for each slot; the same reader and slot give one finding only. `validity` is what the reader finds.
  void add(const Unmet& unmet, const Validity& validity, std::int64_t iteration);
  std::vector<Finding> take() { return std::move(findings_); }
  /// The variables with findings. Other findings about them may only follow from these.
  const std::set<int>& variables() const { return variables_; }

private:
  /// One read of invalid data.
  struct Read {
    const Unmet& unmet;
    const Clause& clause; ///< its region: the missing regions
    const Validity& validity;
    std::int64_t iteration;
    bool is_sync;
  };
  /// Why the data are missing, and the clause to write.
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

  /// The routine that is this source of data; null: there is no source, or a sync is.
  const Routine* writer_of(int source) const;
  /// The first routine after the start that writes the interior of timelevel 0, or null.
  const Routine* evolver(int variable) const;
  Reason later_or_not_called(const Read& read, const Routine& writer) const;
  std::string at(const Routine& routine) const;
  /// For a source that is a routine: "wave::boundary (wave.yaml:9:5) wrote wave::phi@0 (boundary)".
  std::string wrote(const DataSource& source) const;
  std::string writes(const Routine& routine, Slot slot, Region region) const;

  const ScheduleFacts& facts_;
  const DataHistory& history_;
  std::set<std::pair<std::string, Slot>> told_;
  std::set<int> variables_;
  std::vector<Finding> findings_;
};

} // namespace nopal
