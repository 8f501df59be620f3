#pragma once
// What a traced run tells at its end: where the time went, what was copied and why, and what was waited for.

#include "core/trace/timeline.hpp"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace nopal {

/// Times are nanoseconds, sums over ranks.
struct TraceSummary {
  struct RoutineKey {
    std::string name;
    std::string place; ///< "host" or "device"
    bool operator<(const RoutineKey& other) const { return std::tie(name, place) < std::tie(other.name, other.place); }
  };
  struct Work {
    std::int64_t calls = 0;
    std::int64_t host = 0;   ///< of the routine with its hooks
    std::int64_t device = 0; ///< of its kernels on the device
  };
  struct CopyKey {
    std::string cause; ///< "sync wavetoy::boundary"
    std::string variable;
    bool operator<(const CopyKey& other) const {
      return std::tie(cause, variable) < std::tie(other.cause, other.variable);
    }
  };
  struct Copies {
    std::int64_t to_device = 0; ///< transfers that carried the variable
    std::int64_t to_device_bytes = 0;
    std::int64_t to_host = 0;
    std::int64_t to_host_bytes = 0;
    std::int64_t time = 0; ///< shared out by bytes where a transfer carries several
  };
  struct Waits {
    std::int64_t count = 0;
    std::int64_t time = 0;
  };

  std::map<RoutineKey, Work> routines;
  std::map<CopyKey, Copies> copies;
  std::map<std::string, Waits> waits;
  std::int64_t copy_time = 0;
  std::int64_t hidden_copy_time = 0; ///< of that, while a kernel ran or the host worked
  bool host_clock = false;           ///< some times of the device are those of calls
};

TraceSummary summarise(const Timeline& timeline, const Variables& variables);

/// Adds another rank's.
void add(TraceSummary& sum, const TraceSummary& other);

/// As text, to be sent from rank to rank.
std::string encode(const TraceSummary& summary);
/// Of what encode gave.
TraceSummary decode(std::string_view text);

/// The table of copies alone, the largest first; empty where there are none.
std::vector<std::string> copy_lines(const TraceSummary& summary);

/// The table, line by line. Tables of copies and waits show the largest; `ranks`: how many were added up.
std::vector<std::string> summary_lines(const TraceSummary& summary, int ranks);

} // namespace nopal
