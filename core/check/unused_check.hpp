#pragma once
// Finds useless work: syncs whose ghosts nobody reads, writes that nobody reads, timelevels that nobody uses.

#include "core/check/data_history.hpp"
#include "core/check/finding.hpp"
#include "core/check/schedule_facts.hpp"

#include <set>
#include <vector>

namespace nopal {

/// Finds syncs that nobody needs. `history` comes from a walk that went on until validity repeated. A sync gets no
/// finding if a routine that the walk did not call may read the data, or if wrong reads make its variable `doubtful`.
std::vector<Finding> useless_syncs(const ScheduleFacts& facts, const DataHistory& history,
                                   const std::set<int>& doubtful);
/// As useless_syncs, but finds writes that nobody reads. A routine of the start may write more of a group than
/// others read.
std::vector<Finding> unread_writes(const ScheduleFacts& facts, const DataHistory& history,
                                   const std::set<int>& doubtful);
/// Finds the last timelevels of groups that no clause uses. Writes of the start do not count. Needs no walk.
std::vector<Finding> unused_timelevels(const ScheduleFacts& facts, const std::set<int>& doubtful);

/// Finds functions in output and checkpoint that declare no reads. They would write data that may be invalid.
std::vector<Finding> idle_output(const ScheduleFacts& facts);

} // namespace nopal
