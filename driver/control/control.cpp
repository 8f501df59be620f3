#include "driver/control/control.hpp"

#include "driver/session/failure.hpp"
#include "driver/session/launcher.hpp"
#include "driver/sudden_end/current_call.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace nopal {

namespace {

/// Positions in the message. Each rank gets the maximum over all ranks.
enum : int {
  completion,
  interruption,
  request_for_end,
  checkpoint,
  steering,
  asked_seconds,
  found_not_finite,
  n_entries
};

/// The request of the file `terminate`, among numbers of signals.
constexpr int file_request = 1000;

bool writes_at_interruption(const Parameters& parameters) {
  if (!parameters.has_thorn("checkpoint")) return false;
  const std::string& when = parameters.string("checkpoint::at_end");
  return when == "interrupted" || when == "always";
}

} // namespace

std::string request_text(int request) {
  if (request == file_request) return "the file 'terminate' was found in the output folder";
  return std::string(signal_name(request)) + " was received";
}

std::string way_to_end(const std::string& folder) {
  if (!launcher().of_prrte) return {};
  return fmt::format(
      "mpirun of OpenMPI 5 kills this run half a second after it gets Ctrl-C or SIGTERM; what ends the run after an "
      "iteration: SIGUSR2 to mpirun, a file '{}/terminate', driver.walltime",
      folder);
}

Control::Control(const Session& session, const std::string& folder, const Parameters& parameters, LastWords last_words)
    : session_(session), last_words_(std::move(last_words)), writes_checkpoints_(parameters.has_thorn("checkpoint")),
      writes_last_(writes_at_interruption(parameters)), files_(folder),
      signals_([this](int number, int sender) { acknowledge(number, sender); }) {
  watch(folder);
}

void Control::watch(const std::string& folder) {
  files_ = RequestFiles(folder);
  if (session_.rank() != 0) return;
  for (const std::string& name : files_.remove_old())
    spdlog::warn("the file '{}/{}' was there before this run; it is removed and has no effect", folder, name);
}

void Control::acknowledge(int number, int sender) const {
  // A launcher sends a signal to every rank, and rank 0 speaks for all.
  if (session_.rank() != 0 && sender == getppid()) return;
  const char* name = signal_name(number);
  std::string text = std::string(name) + " was received";
  const std::string when = fmt::format("iteration {}", current_call().iteration.load());
  const char* last = writes_last_ ? " and writes a checkpoint" : "";
  if (number == SIGTERM && sender == getppid())
    text += fmt::format(" from the launcher, which may end the job soon: the run ends after {}{} if there is time",
                        when, last);
  else if (number != SIGUSR1)
    text += fmt::format(": the run ends after {}{}; a second {} ends it at once", when, last, name);
  else if (writes_checkpoints_)
    text += fmt::format(": the run writes a checkpoint at the iteration after {}", when);
  else
    text += ", but no active thorn writes checkpoints";
  if (session_.rank() == 0) {
    // First where the text lasts: mpirun of OpenMPI 5 shows no more output, and kills this process soon.
    if (number == SIGTERM && sender == getppid() && last_words_) last_words_(text);
    spdlog::info("{}", text);
  } else {
    tell(session_, text);
  }
}

void Control::look(std::int64_t iteration) {
  if (session_.rank() != 0) return;
  // Changes that are not agreed on yet must not be lost: a second steer.yaml waits for the next iteration.
  FileRequests now = files_.take(iteration, !found_.steering.empty());
  found_.terminate = found_.terminate || now.terminate;
  found_.checkpoint = found_.checkpoint || now.checkpoint;
  if (!now.steering.empty()) found_.steering = std::move(now.steering);
}

int Control::request() const {
  return signals_.termination() != 0 ? signals_.termination() : found_.terminate ? file_request : 0;
}

double Control::asked_for(std::int64_t iteration) {
  look(iteration);
  if (request() == 0) return -1;
  if (asked_at_ < 0) asked_at_ = session_.seconds();
  return session_.seconds() - asked_at_;
}

Agreement Control::agree(std::int64_t iteration, Ending requested, bool not_finite) {
  look(iteration);
  Agreement agreed;
  double asked[n_entries] = {};
  asked[completion] = requested == Ending::complete ? 1 : 0;
  asked[interruption] = requested == Ending::interrupted ? 1 : 0;
  asked[request_for_end] = request();
  asked[checkpoint] = signals_.take_checkpoint() || found_.checkpoint ? 1 : 0;
  asked[asked_seconds] = session_.seconds();
  asked[found_not_finite] = not_finite ? 1 : 0;
  agreed.steering = std::move(found_.steering);
  asked[steering] = static_cast<double>(agreed.steering.size());
  found_ = {};
  if (session_.size() > 1) MPI_Allreduce(MPI_IN_PLACE, asked, n_entries, MPI_DOUBLE, MPI_MAX, session_.communicator());

  if (asked[steering] > 0 && session_.size() > 1) {
    agreed.steering.resize(static_cast<std::size_t>(asked[steering]));
    MPI_Bcast(agreed.steering.data(), static_cast<int>(asked[steering]), MPI_CHAR, 0, session_.communicator());
  }
  if (asked[completion] > 0)
    agreed.end = Ending::complete;
  else if (asked[interruption] > 0 || asked[request_for_end] > 0)
    agreed.end = Ending::interrupted;
  if (asked[request_for_end] > 0) agreed.reason = request_text(static_cast<int>(asked[request_for_end]));
  agreed.checkpoint = asked[checkpoint] > 0;
  agreed.seconds = asked[asked_seconds];
  agreed.not_finite = asked[found_not_finite] > 0;
  return agreed;
}

} // namespace nopal
