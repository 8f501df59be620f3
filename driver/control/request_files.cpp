#include "driver/control/request_files.hpp"

#include <spdlog/spdlog.h>

#include <cstdio>
#include <fstream>
#include <sstream>

namespace nopal {

namespace {

namespace fs = std::filesystem;

constexpr const char* terminate_name = "terminate";
constexpr const char* checkpoint_name = "checkpoint";
constexpr const char* steering_name = "steer.yaml";

std::string steered_name(std::int64_t iteration) {
  char name[48];
  std::snprintf(name, sizeof name, "steered_%08lld.yaml", static_cast<long long>(iteration));
  return name;
}

} // namespace

/// Removes the file. Returns true if it was there and asks for something now.
bool RequestFiles::remove(const std::string& name) {
  std::error_code code; // a folder that cannot be read asks for nothing
  if (!fs::is_regular_file(folder_ / name, code)) {
    stay_.erase(name);
    return false;
  }
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

// Somebody may still be writing the file. It is complete when its size and time are those of the last look.
bool RequestFiles::steering_is_complete() {
  std::error_code code;
  const std::uintmax_t size = fs::file_size(folder_ / steering_name, code);
  const fs::file_time_type time = code ? fs::file_time_type{} : fs::last_write_time(folder_ / steering_name, code);
  if (code) {
    stay_.erase(steering_name);
    steering_size_ = 0;
    return false;
  }
  const bool same = size == steering_size_ && time == steering_time_;
  if (!same) stay_.erase(steering_name);
  steering_size_ = size;
  steering_time_ = time;
  return same && size > 0;
}

std::string RequestFiles::take_steering(std::int64_t iteration) {
  if (!steering_is_complete() || stay_.contains(steering_name)) return {};
  std::ifstream file(folder_ / steering_name);
  if (!file) {
    stay_.insert(steering_name);
    spdlog::warn("'{}' cannot be read, so nothing is changed", (folder_ / steering_name).string());
    return {};
  }
  std::ostringstream text;
  text << file.rdbuf();
  std::error_code code;
  fs::rename(folder_ / steering_name, folder_ / steered_name(iteration), code);
  if (code) stay_.insert(steering_name);
  return text.str();
}

FileRequests RequestFiles::take(std::int64_t iteration) {
  const Clock::time_point now = Clock::now();
  if (now - last_look_ < std::chrono::seconds(1)) return {};
  last_look_ = now;
  return {remove(terminate_name), remove(checkpoint_name), take_steering(iteration)};
}

} // namespace nopal
