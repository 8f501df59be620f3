#pragma once
// The history of one variable in a traced run, in words (`nopal explain`).

#include "core/accelerator/validity.hpp"
#include "core/trace/summary.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// The moment of the run in which something happened.
struct HistoryMoment {
  std::int64_t event = 0; ///< number of the Accelerator's event, the same on all ranks
  std::int64_t iteration = 0;
  std::string bin;
};

/// The variable's share of one copy on one rank.
struct HistoryCopy {
  HistoryMoment when;
  int timelevel = 0;
  bool to_device = false;
  std::string region; ///< empty: packed strips
  std::string cause;  ///< to_string(CauseKind)
  std::string by;
  std::int64_t bytes = 0;
  double microseconds = 0; ///< the variable's share of the transfer
  bool moments = false;    ///< the copy carries the result of a reduction, not values
  bool points = false;     ///< the copy carries only some points of the region
};

/// One change of validity on rank 0, or a write that changed no validity.
struct HistoryChange {
  HistoryMoment when;
  std::string hook;
  std::string by;
  int timelevel = 0;
  std::string place;
  Region before = Region::none;
  Region after = Region::none;
};

/// Everything that the trace contains about one variable.
struct VariableHistory {
  std::string name;
  std::string kind; ///< gf, array, scalar
  int timelevels = 1;
  int ranks = 1;
  std::vector<int> missing_ranks; ///< ranks without entries in the trace
  std::string parfile;
  std::string device; ///< name of the plugin, or "none"
  std::int64_t last_iteration = 0;
  std::vector<HistoryCopy> copies;    ///< of all ranks
  std::vector<HistoryChange> changes; ///< in order
  std::vector<HistoryMoment> cycles;  ///< cycles of timelevels, in order
};

/// Returns the history line by line, then totals. Iterations that repeat an earlier one share a line.
std::vector<std::string> history_lines(const VariableHistory& history);

} // namespace nopal
