#pragma once
// Writes the Chrome Trace Event format (JSON), which Perfetto and chrome://tracing open. Each rank is a process, each
// track is a thread. A file consists of trace_begin(), the events of each rank, and trace_end.

#include "core/trace/timeline.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace nopal {

/// Facts of the whole run.
struct TraceDescription {
  std::string program; ///< "nopal 0.1.0"
  std::string parfile;
  std::string device; ///< name of the plugin, or "none"
  int ranks = 1;
};

/// Facts of one rank.
struct TraceRank {
  int rank = 0;
  std::string name;                ///< "rank 0 on node7"
  std::int64_t zero = 0;           ///< this rank's steady clock at time 0 of the trace, in nanoseconds
  bool changes_of_validity = true; ///< write them; one rank is enough, because all ranks have the same
};

/// Gets the next piece of the file, about a megabyte.
using TraceSink = std::function<void(std::string_view)>;

/// Returns the text before the events of the ranks.
std::string trace_begin(const TraceDescription& description, const Variables& variables);
/// Writes the events of one rank. Each event has a comma before it.
void write_events(const Timeline& timeline, const Variables& variables, const TraceRank& rank, const TraceSink& sink);
constexpr std::string_view trace_end = "\n]}\n";

/// Returns the text in quotes, escaped for JSON. If it is not UTF-8, bytes that are not ASCII become question marks.
std::string json_string(std::string_view text);

} // namespace nopal
