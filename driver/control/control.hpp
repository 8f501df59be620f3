#pragma once
// Requests that a run gets while it runs: from its thorns, from signals, and from files in its output folder.

#include "core/thorn/services.hpp"
#include "driver/control/request_files.hpp"
#include "driver/control/signals.hpp"
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
};

/// Collects the requests of all ranks.
class Control {
public:
  /// `folder` is the output folder, which exists.
  Control(const Session& session, const std::string& folder);
  /// Call this when output moves to another folder.
  void watch(const std::string& folder);
  /// Collective. Call this after each iteration. Sends one message of a few numbers, and one more if parameters are
  /// steered. `requested` is the end that a thorn on this rank asked for.
  Agreement agree(std::int64_t iteration, Ending requested);

private:
  const Session& session_;
  Signals signals_;
  RequestFiles files_; ///< used on rank 0
};

} // namespace nopal
