#pragma once
// What is asked of a run while it runs: by its thorns, by signals, by files in its output folder.

#include "core/thorn/services.hpp"
#include "driver/control/request_files.hpp"
#include "driver/control/signals.hpp"
#include "driver/session/session.hpp"

#include <cstdint>
#include <string>

namespace nopal {

/// The same on all ranks.
struct Agreement {
  Ending end = Ending::none;
  std::string reason;      ///< of the end; empty where a thorn has asked for it, which has told its reason
  bool checkpoint = false; ///< is wanted
  std::string steering;    ///< text of a file that changes parameters; empty: there is none
  double seconds = 0;      ///< wall time since the start of the program
};

class Control {
public:
  /// folder: for output, existing.
  Control(const Session& session, const std::string& folder);
  /// Output goes to this folder from now on.
  void watch(const std::string& folder);
  /// Collective, after this iteration: one message of a few numbers, and where parameters are steered another one.
  /// requested: the end that a thorn on this rank has asked for.
  Agreement agree(std::int64_t iteration, Ending requested);

private:
  void broadcast(std::string& text, std::size_t length) const;
  const Session& session_;
  Signals signals_;
  RequestFiles files_; ///< rank 0 looks
};

} // namespace nopal
