#pragma once
// The trace of a run. Each rank collects its events; at the end all go to one file.

#include "core/trace/chrome_trace.hpp"
#include "core/trace/timeline_observer.hpp"
#include "driver/session/session.hpp"
#include "driver/trace/trace_file.hpp"

#include <string>
#include <vector>

namespace nopal {

class RunTrace {
public:
  /// Collective. Throws Error if the file cannot be written or is the parfile.
  RunTrace(const Session& session, const std::string& file, const TraceDescription& description,
           const Variables& variables);

  Timeline& timeline() { return timeline_; }
  TimelineObserver& observer() { return observer_; }

  /// Collective. Writes the events of all ranks to the file. Throws the same Error on all ranks if that fails.
  void finish();
  /// Collective. Call this after finish(). Returns the table on rank 0, nothing on the others.
  std::vector<std::string> summary() const;
  /// Call this if the run failed: writes the events of this rank to the file, as far as possible. Does nothing after
  /// finish(), which has written them or could not.
  void rescue() noexcept;

private:
  const Session& session_;
  const Variables& variables_;
  TraceFile file_;
  Timeline timeline_;
  TimelineObserver observer_;
  TraceRank rank_;
  bool finished_ = false;
};

} // namespace nopal
