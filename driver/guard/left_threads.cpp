#include "driver/guard/left_threads.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

namespace nopal {

namespace {

/// Returns the threads of this process, sorted. Where the system does not list them, there are none.
std::vector<pid_t> threads() {
  std::vector<pid_t> all;
  std::error_code code;
  for (std::filesystem::directory_iterator entry("/proc/self/task", code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    pid_t thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    all.push_back(thread);
  }
  std::ranges::sort(all);
  return all;
}

} // namespace

void LeftThreads::before() { before_ = threads(); }

void LeftThreads::after(const std::string& place) {
  const std::vector<pid_t> now = threads();
  std::erase_if(starter_, [&](const auto& left) { return !std::ranges::binary_search(now, left.first); });
  for (const pid_t thread : now)
    if (!std::ranges::binary_search(before_, thread)) starter_[thread] = place;
}

std::string LeftThreads::starter_of(pid_t thread) const {
  const auto found = starter_.find(thread);
  return found == starter_.end() ? "" : found->second;
}

std::string LeftThreads::starters() const {
  const std::vector<pid_t> now = threads();
  std::set<std::string> all;
  for (const auto& [thread, place] : starter_)
    if (std::ranges::binary_search(now, thread)) all.insert(place);
  std::string text;
  for (const std::string& place : all) text += (text.empty() ? "" : ", ") + place;
  return text;
}

} // namespace nopal
