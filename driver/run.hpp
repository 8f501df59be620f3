#pragma once
// A run from the parfile to its end, and the same without running: `nopal run` and `nopal check`.

#include "driver/session/session.hpp"

#include <string>
#include <vector>

namespace nopal {

struct RunOptions {
  std::string parfile;
  std::vector<std::string> overrides; ///< texts of --set
  bool only_check = false;            ///< stop before anything is allocated
};

/// Collective. Throws Error, or Reported where the failure has been told.
void run(const Session& session, const RunOptions& options);

} // namespace nopal
