#pragma once
// Requests that a run gets while it runs: from its thorns, from signals, and from files in its output folder.

#include "core/parameters/parameters.hpp"
#include "core/thorn/services.hpp"
#include "driver/control/request_files.hpp"
#include "driver/control/signals.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/session.hpp"

#include <cstdint>
#include <string>

namespace nopal {

/// The result of Control::agree(). It is the same on all ranks.
struct Agreement {
  Ending end = Ending::none;
  std::string reason;      ///< reason for the end; empty if a thorn asked for it, because the thorn logs its reason
  bool checkpoint = false; ///< a checkpoint is wanted
  std::string steering;    ///< text of steer.yaml; empty: there is none
  double seconds = 0;      ///< wall time since the start of the program
  bool not_finite = false; ///< output of some rank has values that are not finite, of which not all ranks know
};

/// Collects the requests of all ranks.
class Control {
public:
  /// `folder` is the output folder, which exists. `last_words` is called on rank 0, on a thread of its own, if the
  /// launcher asks for the end of the job, with the text for the log.
  Control(const Session& session, const std::string& folder, const Parameters& parameters, LastWords last_words);
  /// Call this when output moves to another folder.
  void watch(const std::string& folder);
  /// Collective. Call this after each iteration. Sends one message of a few numbers, and one more if parameters are
  /// steered. `requested` is the end that a thorn on this rank asked for; `not_finite`: this rank has found such
  /// values.
  Agreement agree(std::int64_t iteration, Ending requested, bool not_finite);

  /// Returns how many seconds ago this rank noticed that the end of the run was asked for; negative: it has not. Loops
  /// of the schedule call this, because an iteration may never end. Looks for files, too; agree() then uses what was
  /// found.
  double asked_for(std::int64_t iteration);
  /// Returns the request to end the run that this rank knows of, for request_text(); 0: none.
  int request() const;

private:
  void look(std::int64_t iteration);
  /// Logs that a signal has arrived, and what will happen. Called on the thread that listens.
  void acknowledge(int number, int sender) const;
  const Session& session_;
  LastWords last_words_;
  bool writes_checkpoints_; ///< the thorn checkpoint is active
  bool writes_last_;        ///< it writes a checkpoint if the run is interrupted
  RequestFiles files_;      ///< used on rank 0
  FileRequests found_;      ///< found, and not agreed on yet
  double asked_at_ = -1;    ///< when this rank noticed a request for the end; negative: it has not
  Signals signals_;         ///< the last member, because its thread uses the others
};

/// Returns how to end a run in time, if the launcher kills it soon after it was asked to end; empty: it does not.
std::string way_to_end(const std::string& folder);

/// Returns "SIGTERM was received", or that the file was found.
std::string request_text(int request);

} // namespace nopal
