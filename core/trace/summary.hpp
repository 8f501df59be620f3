#pragma once
// The summary at the end of a traced run: times of routines, copies and their causes, and waits.

#include "core/trace/timeline.hpp"

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// The summary of one rank, or the sum of several. Times are in nanoseconds.
struct TraceSummary {
  struct RoutineKey {
    std::string name;
    std::string place; ///< "host" or "device"
    auto operator<=>(const RoutineKey&) const = default;
  };
  struct Work {
    std::int64_t calls = 0;
    std::int64_t host = 0;   ///< time of the routine with its hooks
    std::int64_t device = 0; ///< time of its kernels on the device
  };
  struct CopyKey {
    std::string cause; ///< "sync wavetoy::boundary"
    std::string variable;
    auto operator<=>(const CopyKey&) const = default;
  };
  struct Copies {
    std::int64_t to_device = 0; ///< number of transfers that carried the variable
    std::int64_t to_device_bytes = 0;
    std::int64_t to_host = 0;
    std::int64_t to_host_bytes = 0;
    std::int64_t time = 0; ///< the time of a transfer is shared among its variables by bytes
  };
  struct Waits {
    std::int64_t count = 0;
    std::int64_t time = 0;
  };

  std::map<RoutineKey, Work> routines;
  std::map<CopyKey, Copies> copies;
  std::map<std::string, Waits> waits;
  std::int64_t copy_time = 0;
  std::int64_t hidden_copy_time = 0; ///< the part of copy_time during which a kernel ran or the host worked
  bool host_clock = false;           ///< some times of the device are times of calls on the host
};

/// Summarises the timeline of one rank.
TraceSummary summarise(const Timeline& timeline, const Variables& variables);

/// Returns the summary as text, for a message to another rank.
std::string encode(const TraceSummary& summary);
/// Adds a summary to `sum`. `text` is the result of encode() for that summary.
void add(TraceSummary& sum, std::string_view text);

/// Returns the table of copies, the largest first. It is empty if there are none.
std::vector<std::string> copy_lines(const TraceSummary& summary);

/// Returns all tables, line by line. Each shows only the largest entries. `ranks`: number of summaries in the sum.
std::vector<std::string> summary_lines(const TraceSummary& summary, int ranks);

} // namespace nopal
