#pragma once
// The runs that an output folder has records of: <folder>/provenance/run_0000, run_0001, …

#include <cstdint>
#include <optional>
#include <string>

namespace nopal {

inline constexpr const char* provenance_name = "provenance";
inline constexpr const char* record_name = "run.json";

/// What the record of a run says of it; empty where it does not say.
struct EarlierRun {
  std::string path;      ///< folder of the record
  std::string requested; ///< the output folder that it was to have
  std::string start;     ///< ISO 8601
  std::string state;     ///< running, complete, terminated, failed
  std::int64_t iteration = -1;
};

/// The newest; nothing where there is none.
std::optional<EarlierRun> newest_run(const std::string& folder);

/// Makes the folder of the next run's record and returns its path. Two processes never get the same. Throws Error
/// where it cannot be made.
std::string claim_run(const std::string& folder);

} // namespace nopal
