#pragma once
// The last lines of a run: how long it took, what it has written, how to look at it, and how to go on.

#include "driver/loop/time_loop.hpp"
#include "driver/simulation/run_files.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Returns lines about the files and folders that lie in `folder` and are not older than the file `since`. Files of one
/// series, such as fields_00000000.h5 and fields_00000100.h5, share a line. Leaves out the records of runs.
std::vector<std::string> written_lines(const std::string& folder, const std::string& since);

/// Returns the line with the command that shows the newest picture among these files or, if there is none, the fields.
/// Empty: there is nothing to show.
std::string look_line(const std::string& folder, const std::string& since);

/// Returns the command that goes on with a run from its newest checkpoint. `arguments`: those of the run.
std::string continuation(const std::vector<std::string>& arguments, int ranks);

/// Logs all this. Rank 0 does the work.
void report_run_end(const RunDescription& run, const Session& session, RunFiles& files, TimeLoop::Result result);

} // namespace nopal
