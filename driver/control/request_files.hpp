#pragma once
// Files whose appearance in the output folder asks something of the run.

#include <chrono>
#include <set>
#include <string>

namespace nopal {

/// Looks into the folder at most once a second, since a look may cost a message to a file server. For one rank.
class RequestFiles {
public:
  explicit RequestFiles(std::string folder) : folder_(std::move(folder)) {}
  /// Removes files that are there already, since they were meant for an earlier run. Returns their names.
  std::set<std::string> remove_old();
  /// Names of files (`terminate`, `checkpoint`) that have come since the last look; they are removed.
  std::set<std::string> take();

private:
  using Clock = std::chrono::steady_clock;
  std::set<std::string> remove_those_there();
  std::string folder_;
  Clock::time_point last_look_{};
  std::set<std::string> stay_; ///< could not be removed, and would ask for ever
};

} // namespace nopal
