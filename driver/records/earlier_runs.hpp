#pragma once
// The records of earlier runs in an output folder: <folder>/provenance/run_0000, run_0001, …

#include <cstdint>
#include <optional>
#include <string>

namespace nopal {

inline constexpr const char* provenance_name = "provenance";
inline constexpr const char* record_name = "run.json";
inline constexpr std::int64_t largest_record = std::int64_t{64} << 20; ///< bytes

/// Entries of a run's record; an entry that is missing there is empty.
struct EarlierRun {
  std::string path;      ///< folder of the record
  std::string requested; ///< the output folder that the run asked for
  std::string start;     ///< ISO 8601
  std::string state;     ///< running, complete, terminated, failed
  std::int64_t iteration = -1;
};

/// Returns the newest record, or nothing if there is none.
std::optional<EarlierRun> newest_run(const std::string& folder);

/// Makes the folder of the next run's record and returns its path. Two processes never get the same folder. Throws
/// Error if it cannot be made.
std::string claim_run(const std::string& folder);

} // namespace nopal
