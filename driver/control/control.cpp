#include "driver/control/control.hpp"

#include <spdlog/spdlog.h>

#include <csignal>

namespace nopal {

namespace {

/// Positions in the message, of which each rank has what the ranks say at most.
enum : int { thorn, file, signal, checkpoint, seconds, n_entries };

std::string signal_name(int number) { return number == SIGINT ? "SIGINT" : "SIGTERM"; }

} // namespace

Control::Control(const Session& session, const std::string& folder) : session_(session), files_(folder) {
  if (session_.rank() != 0) return;
  for (const std::string& name : files_.remove_old())
    spdlog::warn("the file '{}/{}' was there before this run, which does not heed it; it is removed", folder, name);
}

Agreement Control::agree(bool termination_requested) {
  double asked[n_entries] = {};
  asked[thorn] = termination_requested ? 1 : 0;
  asked[signal] = signals_.termination();
  asked[checkpoint] = signals_.take_checkpoint() ? 1 : 0;
  asked[seconds] = session_.seconds();
  if (session_.rank() == 0) {
    const std::set<std::string> found = files_.take();
    asked[file] = found.contains("terminate") ? 1 : 0;
    if (found.contains("checkpoint")) asked[checkpoint] = 1;
  }
  if (session_.size() > 1) MPI_Allreduce(MPI_IN_PLACE, asked, n_entries, MPI_DOUBLE, MPI_MAX, session_.communicator());

  Agreement agreed;
  agreed.end = asked[thorn] > 0 || asked[file] > 0 || asked[signal] > 0;
  if (asked[signal] > 0)
    agreed.reason = signal_name(static_cast<int>(asked[signal])) + " was received";
  else if (asked[file] > 0)
    agreed.reason = "the file 'terminate' was found in the output folder";
  agreed.checkpoint = asked[checkpoint] > 0;
  agreed.seconds = asked[seconds];
  return agreed;
}

} // namespace nopal
