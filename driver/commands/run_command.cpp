#include "driver/commands/commands.hpp"

#include "driver/run.hpp"

namespace nopal {

int run_command(const Session& session, const CommandLine& line) {
  run(session, {.parfile = line.parfile, .overrides = line.overrides, .only_check = false});
  return 0;
}

int check_command(const Session& session, const CommandLine& line) {
  run(session, {.parfile = line.parfile, .overrides = line.overrides, .only_check = true});
  return 0;
}

} // namespace nopal
