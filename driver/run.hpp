#pragma once
// A run from the parfile to its end, and the same without running: `nopal run`, `nopal check` and `nopal plan`.

#include "driver/session/session.hpp"

#include <string>
#include <vector>

namespace nopal {

enum class Goal { run, check, plan };

struct RunOptions {
  Goal goal = Goal::run;
  std::string parfile;
  std::vector<std::string> overrides; ///< texts of --set
  bool recover = false;               ///< run: overrides say what to go on from
  int ranks = 0;                      ///< plan: for so many; 0: for those there are
  bool json = false;                  ///< plan: as data
  bool compare_plan = false;          ///< run: stop where what happens is not what the plan says
  std::string trace;                  ///< run: the file that the trace is written to; empty: none
  std::vector<std::string> arguments; ///< run: the command line, for its record
  std::string revision = "unknown";   ///< run: of the program's sources, for the same
};

/// Collective. Throws Error, or Reported where the failure has been told.
void run(const Session& session, const RunOptions& options);

} // namespace nopal
