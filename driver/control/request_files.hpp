#pragma once
// Files that a user puts into the output folder to ask the run for something.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace nopal {

struct FileRequests {
  bool terminate = false;  ///< there is a file `terminate`
  bool checkpoint = false; ///< there is a file `checkpoint`
  std::string steering;    ///< text of the file `steer.yaml`; empty: there is none
};

/// Looks into the folder at most once a second, because a look may cost a message to a file server. Used by one rank.
/// A file that cannot be removed or renamed counts only once.
class RequestFiles {
public:
  explicit RequestFiles(std::string folder) : folder_(std::move(folder)) {}
  /// Removes files that are already there, because they were meant for an earlier run. Returns their names.
  std::set<std::string> remove_old();
  /// Returns the requests since the last look and removes their files. Reads `steer.yaml` when it no longer grows, and
  /// then renames it to `steered_<iteration>.yaml`.
  FileRequests take(std::int64_t iteration);

private:
  using Clock = std::chrono::steady_clock;
  bool remove(const std::string& name);
  bool steering_is_complete();
  std::string take_steering(std::int64_t iteration);

  std::filesystem::path folder_;
  Clock::time_point last_look_{};
  std::set<std::string> stay_; ///< files that were found once and could not be removed
  std::uintmax_t steering_size_ = 0;
  std::filesystem::file_time_type steering_time_{};
};

} // namespace nopal
