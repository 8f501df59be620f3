#include "driver/setup/host_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <vector>

namespace nopal {

namespace {

// Reads a file with one number; nullopt if it holds something else ("max") or does not exist.
std::optional<std::size_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

// Reads a file of lines "word number" and returns the number of one word.
std::size_t value_after(const std::string& path, const std::string& word) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string first;
    std::size_t number = 0;
    if (words >> first >> number && first == word) return number;
  }
  return 0;
}

// Returns the folders of the control groups from this process up to the root. `controller` is empty in version 2.
std::vector<std::string> control_groups(const std::string& root, const std::string& controller) {
  std::ifstream file(root + "/proc/self/cgroup");
  std::string line, path;
  while (std::getline(file, line)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    if (("," + line.substr(first + 1, second - first - 1) + ",").find("," + controller + ",") == std::string::npos)
      continue;
    path = line.substr(second + 1);
  }
  std::vector<std::string> folders;
  for (; path.size() > 1; path = path.substr(0, path.find_last_of('/'))) folders.push_back(path);
  folders.emplace_back();
  return folders;
}

// A limit above this means "no limit": version 1 writes a number near 2^63.
constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max() / 4;

void consider(AvailableMemory& available, const std::string& hierarchy, const std::string& group,
              const char* limit_file, const char* used_file) {
  const std::string folder = hierarchy + group;
  const auto limit = number_in(folder + limit_file);
  const auto used = number_in(folder + used_file);
  if (!limit || !used || *limit > unlimited) return;
  const std::size_t reclaimable = std::max(value_after(folder + "/memory.stat", "inactive_file"),
                                           value_after(folder + "/memory.stat", "total_inactive_file"));
  const std::size_t taken = *used > reclaimable ? *used - reclaimable : 0;
  const std::size_t bytes = *limit > taken ? *limit - taken : 0;
  if (bytes < available.bytes) available = {bytes, "limit of the control group " + (group.empty() ? "/" : group)};
}

} // namespace

AvailableMemory available_host_memory(const std::string& root) {
  AvailableMemory available{value_after(root + "/proc/meminfo", "MemAvailable:") * 1024, "memory of the node"};
  if (available.bytes == 0)
    available.bytes =
        static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::string version_2 = root + "/sys/fs/cgroup", version_1 = version_2 + "/memory";
  for (const std::string& group : control_groups(root, ""))
    consider(available, version_2, group, "/memory.max", "/memory.current");
  for (const std::string& group : control_groups(root, "memory"))
    consider(available, version_1, group, "/memory.limit_in_bytes", "/memory.usage_in_bytes");
  return available;
}

} // namespace nopal
