#pragma once
// Chrome Trace Event format (JSON), which Perfetto and chrome://tracing open: one process a rank, one thread a track.
// A file is trace_begin, the events of each rank, trace_end.

#include "core/trace/timeline.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace nopal {

/// What the file says of the run as a whole.
struct TraceDescription {
  std::string program; ///< "nopal 0.1.0"
  std::string parfile;
  std::string device; ///< name of the plugin, or "none"
  int ranks = 1;
};

struct TraceRank {
  int rank = 0;
  std::string name;                ///< "rank 0 on node7"
  std::int64_t zero = 0;           ///< nanoseconds of this rank's steady clock at time 0 of the trace
  bool changes_of_validity = true; ///< they are the same on all ranks, so one is enough
};

/// Takes a piece of the file; pieces are about a megabyte long.
using TraceSink = std::function<void(std::string_view)>;

std::string trace_begin(const TraceDescription& description, const Variables& variables);
/// Each event comes with a comma before it.
void write_events(const Timeline& timeline, const Variables& variables, const TraceRank& rank, const TraceSink& sink);
constexpr std::string_view trace_end = "\n]}\n";

/// In quotes, escaped for JSON. What is not UTF-8 becomes question marks.
std::string json_string(std::string_view text);

} // namespace nopal
