#include "driver/control/request_files.hpp"

#include <array>
#include <filesystem>

namespace nopal {

namespace {

constexpr std::array names = {"terminate", "checkpoint"};

} // namespace

std::set<std::string> RequestFiles::remove_those_there() {
  std::set<std::string> found;
  for (const char* name : names) {
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::error_code code; // a folder that cannot be looked into asks nothing
    if (!std::filesystem::is_regular_file(path, code)) {
      stay_.erase(name);
      continue;
    }
    std::filesystem::remove(path, code);
    const bool is_new = !stay_.contains(name);
    if (code) stay_.insert(name);
    if (is_new) found.insert(name);
  }
  return found;
}

std::set<std::string> RequestFiles::remove_old() { return remove_those_there(); }

std::set<std::string> RequestFiles::take() {
  const Clock::time_point now = Clock::now();
  if (now - last_look_ < std::chrono::seconds(1)) return {};
  last_look_ = now;
  return remove_those_there();
}

} // namespace nopal
