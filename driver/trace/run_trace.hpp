#pragma once
// The trace of one run: collected by each rank, written to one file at the end.

#include "core/trace/chrome_trace.hpp"
#include "core/trace/timeline_observer.hpp"
#include "driver/session/session.hpp"
#include "driver/trace/trace_file.hpp"

#include <string>
#include <vector>

namespace nopal {

class RunTrace {
public:
  /// Collective. Throws Error where the file cannot be written, or is the parfile.
  RunTrace(const Session& session, const std::string& file, const TraceDescription& description,
           const Variables& variables);

  Timeline& timeline() { return timeline_; }
  TimelineObserver& observer() { return observer_; }

  /// Collective: the events of all ranks go to the file. Throws the same Error on all ranks where they cannot.
  void finish();
  /// Collective, after finish: the table, on rank 0 (elsewhere empty).
  std::vector<std::string> summary() const;
  /// Of a run that failed: this rank's events go to the file, as far as that is possible.
  void rescue() noexcept;

private:
  void receive(int rank, const TraceSink& sink);

  const Session& session_;
  const Variables& variables_;
  TraceFile file_;
  Timeline timeline_;
  TimelineObserver observer_;
  TraceRank rank_;
};

/// Collective: the time of this rank's steady clock at which rank 0's shows what it did at this call. Ranks of one
/// node share a clock; others are compared with rank 0 when a barrier lets them go.
std::int64_t common_zero(const Session& session);

} // namespace nopal
