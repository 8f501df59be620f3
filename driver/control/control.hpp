#pragma once
// What is asked of a run while it runs: by its thorns, by signals, by files in its output folder.

#include "driver/control/request_files.hpp"
#include "driver/control/signals.hpp"
#include "driver/session/session.hpp"

#include <string>

namespace nopal {

/// The same on all ranks.
struct Agreement {
  bool end = false;
  std::string reason;      ///< of the end; empty where a thorn has asked for it, which has told its reason
  bool checkpoint = false; ///< is wanted
  double seconds = 0;      ///< wall time since the start of the program
};

class Control {
public:
  /// folder: for output, existing.
  Control(const Session& session, const std::string& folder);
  /// Collective: one message of a few numbers. termination_requested: by a thorn on this rank.
  Agreement agree(bool termination_requested);

private:
  const Session& session_;
  Signals signals_;
  RequestFiles files_; ///< rank 0 looks
};

} // namespace nopal
