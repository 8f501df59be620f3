#pragma once
// Finds useless work: syncs whose ghosts nobody reads, writes that nobody reads, timelevels that nobody uses.

#include "core/check/data_history.hpp"
#include "core/check/finding.hpp"
#include "core/check/schedule_facts.hpp"

#include <set>
#include <vector>

namespace nopal {

/// `history` comes from a walk that went on until validity repeated. A sync has no finding if a routine that the walk
/// did not call might read the data, or if its variable is `doubtful`: it has wrong reads.
std::vector<Finding> useless_syncs(const ScheduleFacts& facts, const DataHistory& history,
                                   const std::set<int>& doubtful);
/// As useless_syncs, for writes. A routine of the start may write more of a variable than is read.
std::vector<Finding> unread_writes(const ScheduleFacts& facts, const DataHistory& history,
                                   const std::set<int>& doubtful);
/// Needs the declarations only.
std::vector<Finding> unused_timelevels(const ScheduleFacts& facts, const std::set<int>& doubtful);

/// Functions in output and checkpoint that declare no reads: the data that they would write are valid only by chance.
std::vector<Finding> idle_output(const ScheduleFacts& facts);

} // namespace nopal
