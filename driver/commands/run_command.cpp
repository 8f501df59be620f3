#include "driver/commands/commands.hpp"

#include "driver/run.hpp"

namespace nopal {

int run_command(const Session& session, const CommandLine& line) {
  run(session, {.goal = line.command == Command::plan    ? Goal::plan
                        : line.command == Command::check ? Goal::check
                                                         : Goal::run,
                .parfile = line.parfile,
                .overrides = line.overrides,
                .ranks = line.ranks,
                .json = line.json,
                .compare_plan = line.compare_plan,
                .trace = line.trace});
  return 0;
}

} // namespace nopal
