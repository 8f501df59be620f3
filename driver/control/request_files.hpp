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

/// Looks into the folder at most once in the time `between_looks`, because a look may cost a message to a file server.
/// Used by one rank. A file that cannot be removed or renamed counts only once. What is not a regular file, and a
/// `steer.yaml` that is too large, has no effect, and a warning says so once.
class RequestFiles {
public:
  explicit RequestFiles(std::string folder, std::chrono::milliseconds between_looks = std::chrono::seconds(1))
      : folder_(std::move(folder)), between_looks_(between_looks) {}
  /// Removes files that are already there, because they were meant for an earlier run. Returns their names.
  std::set<std::string> remove_old();
  /// Returns the requests since the last look and removes their files. Reads `steer.yaml` when nobody writes it any
  /// more, and then renames it to `steered_<iteration>.yaml`. With `leave_steering` that file stays for a later call.
  FileRequests take(std::int64_t iteration, bool leave_steering = false);

private:
  using Clock = std::chrono::steady_clock;
  bool remove(const std::string& name);
  bool is_there(const std::string& name);
  void refuse(const std::string& name, const std::string& why);
  bool steering_is_still();
  std::string take_steering(std::int64_t iteration);

  std::filesystem::path folder_;
  std::chrono::milliseconds between_looks_;
  Clock::time_point last_look_{};
  std::set<std::string> stay_;    ///< files that were found once and could not be removed
  std::set<std::string> refused_; ///< names that a warning was about
  std::uintmax_t steering_size_ = 0;
  std::filesystem::file_time_type steering_time_{};
};

} // namespace nopal
