#include "driver/control/request_files.hpp"

#include "core/base/error.hpp"
#include "core/files/existing_file.hpp"

#include <spdlog/spdlog.h>

#include <cstdio>

namespace nopal {

namespace {

namespace fs = std::filesystem;

constexpr const char* terminate_name = "terminate";
constexpr const char* checkpoint_name = "checkpoint";
constexpr const char* steering_name = "steer.yaml";
constexpr std::int64_t largest_steering = std::int64_t{64} << 10; ///< bytes; every rank reads the text

std::string steered_name(std::int64_t iteration) {
  char name[48];
  std::snprintf(name, sizeof name, "steered_%08lld.yaml", static_cast<long long>(iteration));
  return name;
}

} // namespace

/// Says once why a name in the folder has no effect.
void RequestFiles::refuse(const std::string& name, const std::string& why) {
  if (refused_.insert(name).second) spdlog::warn("'{}' has no effect: {}", (folder_ / name).string(), why);
}

/// Whether there is a regular file of this name. Other things are refused.
bool RequestFiles::is_there(const std::string& name) {
  const std::string path = folder_ / name;
  const std::string trouble = trouble_with_file(path);
  if (trouble.empty()) return true;
  std::error_code code; // a folder that cannot be read asks for nothing
  if (fs::exists(fs::symlink_status(path, code)))
    refuse(name, trouble + "; put a file there");
  else
    refused_.erase(name);
  return false;
}

/// Removes the file. Returns true if it was there and asks for something now.
bool RequestFiles::remove(const std::string& name) {
  if (!is_there(name)) {
    stay_.erase(name);
    return false;
  }
  std::error_code code;
  fs::remove(folder_ / name, code);
  const bool is_new = !stay_.contains(name);
  if (code) stay_.insert(name);
  return is_new;
}

std::set<std::string> RequestFiles::remove_old() {
  std::set<std::string> found;
  for (const char* name : {terminate_name, checkpoint_name, steering_name})
    if (remove(name)) found.insert(name);
  return found;
}

/// Whether the file is there and has the size and time of the last look.
bool RequestFiles::steering_is_still() {
  std::error_code code;
  const bool there = is_there(steering_name);
  const std::uintmax_t size = there ? fs::file_size(folder_ / steering_name, code) : 0;
  const fs::file_time_type time =
      !there || code ? fs::file_time_type{} : fs::last_write_time(folder_ / steering_name, code);
  if (!there || code) {
    stay_.erase(steering_name);
    steering_size_ = 0;
    return false;
  }
  const bool same = size == steering_size_ && time == steering_time_;
  if (!same) {
    stay_.erase(steering_name);
    refused_.erase(steering_name);
  }
  steering_size_ = size;
  steering_time_ = time;
  return same && size > 0;
}

std::string RequestFiles::take_steering(std::int64_t iteration) {
  if (!steering_is_still() || stay_.contains(steering_name)) return {};
  std::string text;
  try {
    // Somebody may write the file slowly.
    if (ExistingFile(folder_ / steering_name).is_being_written()) return {};
    text = file_text(folder_ / steering_name, largest_steering);
  } catch (const Error& error) {
    refuse(steering_name, error.what());
    return {};
  }
  std::error_code code;
  fs::rename(folder_ / steering_name, folder_ / steered_name(iteration), code);
  if (code) stay_.insert(steering_name);
  return text;
}

FileRequests RequestFiles::take(std::int64_t iteration, bool leave_steering) {
  const Clock::time_point now = Clock::now();
  if (now - last_look_ < between_looks_) return {};
  last_look_ = now;
  return {remove(terminate_name), remove(checkpoint_name), leave_steering ? "" : take_steering(iteration)};
}

} // namespace nopal
