#include "driver/control/control.hpp"

#include <spdlog/spdlog.h>

#include <csignal>

namespace nopal {

namespace {

/// Positions in the message. Each rank gets the maximum over all ranks.
enum : int { completion, interruption, file, signal, checkpoint, steering, seconds, n_entries };

std::string signal_name(int number) { return number == SIGINT ? "SIGINT" : "SIGTERM"; }

} // namespace

Control::Control(const Session& session, const std::string& folder) : session_(session), files_(folder) {
  watch(folder);
}

void Control::watch(const std::string& folder) {
  files_ = RequestFiles(folder);
  if (session_.rank() != 0) return;
  for (const std::string& name : files_.remove_old())
    spdlog::warn("the file '{}/{}' was there before this run; it is removed and has no effect", folder, name);
}

Agreement Control::agree(std::int64_t iteration, Ending requested) {
  Agreement agreed;
  double asked[n_entries] = {};
  asked[completion] = requested == Ending::complete ? 1 : 0;
  asked[interruption] = requested == Ending::interrupted ? 1 : 0;
  asked[signal] = signals_.termination();
  asked[checkpoint] = signals_.take_checkpoint() ? 1 : 0;
  asked[seconds] = session_.seconds();
  if (session_.rank() == 0) {
    FileRequests found = files_.take(iteration);
    asked[file] = found.terminate ? 1 : 0;
    if (found.checkpoint) asked[checkpoint] = 1;
    agreed.steering = std::move(found.steering);
    asked[steering] = static_cast<double>(agreed.steering.size());
  }
  if (session_.size() > 1) MPI_Allreduce(MPI_IN_PLACE, asked, n_entries, MPI_DOUBLE, MPI_MAX, session_.communicator());

  if (asked[steering] > 0 && session_.size() > 1) {
    agreed.steering.resize(static_cast<std::size_t>(asked[steering]));
    MPI_Bcast(agreed.steering.data(), static_cast<int>(asked[steering]), MPI_CHAR, 0, session_.communicator());
  }
  if (asked[completion] > 0)
    agreed.end = Ending::complete;
  else if (asked[interruption] > 0 || asked[file] > 0 || asked[signal] > 0)
    agreed.end = Ending::interrupted;
  if (asked[signal] > 0)
    agreed.reason = signal_name(static_cast<int>(asked[signal])) + " was received";
  else if (asked[file] > 0)
    agreed.reason = "the file 'terminate' was found in the output folder";
  agreed.checkpoint = asked[checkpoint] > 0;
  agreed.seconds = asked[seconds];
  return agreed;
}

} // namespace nopal
