#pragma once
// What is done for nobody: syncs whose ghosts nobody reads, writes that nobody reads, timelevels that nobody uses.

#include "core/check/data_history.hpp"
#include "core/check/finding.hpp"
#include "core/check/schedule_facts.hpp"

#include <set>
#include <vector>

namespace nopal {

/// Of a walk that went on until it repeated itself. Where somebody whom the walk did not call might read the data, in
/// another run or by himself, nothing is said; nor of `doubtful` variables, whose reads are wrong.
std::vector<Finding> useless_syncs(const ScheduleFacts& facts, const DataHistory& history,
                                   const std::set<int>& doubtful);
/// As useless_syncs. Initial data may be more than is read, as long as some of the variable is.
std::vector<Finding> unread_writes(const ScheduleFacts& facts, const DataHistory& history,
                                   const std::set<int>& doubtful);
/// From the declarations alone.
std::vector<Finding> unused_timelevels(const ScheduleFacts& facts, const std::set<int>& doubtful);

/// Functions of output and checkpoint that declare nothing: what they write of variables is valid by chance.
std::vector<Finding> idle_output(const ScheduleFacts& facts);

} // namespace nopal
