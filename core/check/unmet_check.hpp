#pragma once
// Explains reads of data that are valid nowhere and accesses without storage. Proposes a clause that helps.

#include "core/check/finding.hpp"
#include "core/check/unmet_reason.hpp"

#include <set>

namespace nopal {

class UnmetCheck {
public:
  UnmetCheck(const ScheduleFacts& facts, const DataHistory& history) : facts_(facts), history_(history) {}

  /// Adds one finding for each new pair of reader and slot. `validity` is the state before the reader.
  void add(const Unmet& unmet, const Validity& validity, std::int64_t iteration);
  std::vector<Finding> take() { return std::move(findings_); }
  /// Returns the variables that have findings. Other findings on them may be mere consequences.
  const std::set<int>& variables() const { return variables_; }

private:
  bool is_new(const Unmet& unmet, const Clause& clause);
  Finding invalid(const InvalidRead& read) const;
  Finding without_storage(const Unmet& unmet, const Clause& clause) const;
  std::string use_text(const Unmet& unmet, const Clause& clause, const char* verb) const;
  Location where(const Unmet& unmet, const Clause& clause) const;

  const ScheduleFacts& facts_;
  const DataHistory& history_;
  std::set<std::pair<std::string, Slot>> told_;
  std::set<int> variables_;
  std::vector<Finding> findings_;
};

} // namespace nopal
