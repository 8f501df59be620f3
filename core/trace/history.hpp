#pragma once
// What happened to one variable in a traced run, in plain words: `nopal explain`.

#include "core/accelerator/validity.hpp"
#include "core/trace/summary.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// Where in the run something happened.
struct HistoryMoment {
  std::int64_t event = 0; ///< number of the Accelerator's event, the same on all ranks
  std::int64_t iteration = 0;
  std::string bin;
};

/// The variable's part of a copy of one rank.
struct HistoryCopy {
  HistoryMoment when;
  int timelevel = 0;
  bool to_device = false;
  std::string region; ///< empty: strips
  std::string cause;  ///< to_string(CauseKind)
  std::string by;
  std::int64_t bytes = 0;
  double microseconds = 0; ///< its share of the transfer
  bool moments = false;    ///< what reductions are made of, not the variable itself
};

/// One change of validity, of rank 0; or what wrote without changing it.
struct HistoryChange {
  HistoryMoment when;
  std::string hook;
  std::string by;
  int timelevel = 0;
  std::string place;
  Region before = Region::none;
  Region after = Region::none;
};

struct VariableHistory {
  std::string name;
  std::string kind; ///< gf, array, scalar
  int timelevels = 1;
  int ranks = 1;
  std::vector<int> missing_ranks; ///< of which the trace has nothing
  std::string parfile;
  std::string device; ///< name of the plugin, or "none"
  std::int64_t last_iteration = 0;
  std::vector<HistoryCopy> copies;    ///< of all ranks
  std::vector<HistoryChange> changes; ///< in order
  std::vector<HistoryMoment> cycles;  ///< of timelevels, in order
};

/// Line by line: iterations that repeat an earlier one are told once; then totals.
std::vector<std::string> history_lines(const VariableHistory& history);

} // namespace nopal
