#pragma once
// The reason why a read finds no valid data.

#include "core/check/data_history.hpp"
#include "core/check/schedule_facts.hpp"
#include "core/plan/walk.hpp"

namespace nopal {

/// One read of invalid data.
struct InvalidRead {
  const Unmet& unmet;
  const Clause& clause;     ///< its region is the set of missing regions
  const Validity& validity; ///< before the reader
  std::int64_t iteration;
};

/// Why the data are missing, and what to change.
struct UnmetReason {
  std::string text;
  std::string fix;
};
UnmetReason unmet_reason(const ScheduleFacts& facts, const DataHistory& history, const InvalidRead& read);

} // namespace nopal
