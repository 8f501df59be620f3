#pragma once
// Files whose appearance in the output folder asks something of the run.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace nopal {

struct FileRequests {
  bool terminate = false;  ///< a file `terminate` has come
  bool checkpoint = false; ///< a file `checkpoint` has come
  std::string steering;    ///< text of a file `steer.yaml` that has come; empty: none has
};

/// Looks into the folder at most once a second, since a look may cost a message to a file server. For one rank.
/// Whatever cannot be removed or renamed after it was found is heeded once.
class RequestFiles {
public:
  explicit RequestFiles(std::string folder) : folder_(std::move(folder)) {}
  /// Removes files that are there already, since they were meant for an earlier run. Returns their names.
  std::set<std::string> remove_old();
  /// What has come since the last look; it is removed. `steer.yaml` is heeded once it no longer grows, and is then
  /// called `steered_<iteration>.yaml`.
  FileRequests take(std::int64_t iteration);

private:
  using Clock = std::chrono::steady_clock;
  bool remove(const std::string& name);
  bool steering_is_complete();
  std::string take_steering(std::int64_t iteration);

  std::filesystem::path folder_;
  Clock::time_point last_look_{};
  std::set<std::string> stay_; ///< heeded, but could not be removed
  std::uintmax_t steering_size_ = 0;
  std::filesystem::file_time_type steering_time_{};
};

} // namespace nopal
