#include "driver/commands/commands.hpp"

#include "core/parameters/value.hpp"
#include "driver/run.hpp"

namespace nopal {

int run_command(const Session& session, const CommandLine& line, const std::string& revision) {
  std::vector<std::string> overrides = line.overrides;
  if (!line.recover.empty()) overrides.push_back("checkpoint.recover=" + Value{false, {line.recover}}.text());
  run(session, {.goal = line.command == Command::plan    ? Goal::plan
                        : line.command == Command::check ? Goal::check
                                                         : Goal::run,
                .parfile = line.parfile,
                .overrides = overrides,
                .recover = !line.recover.empty(),
                .ranks = line.ranks,
                .json = line.json,
                .compare_plan = line.compare_plan,
                .trace = line.trace,
                .arguments = line.arguments,
                .revision = revision});
  return 0;
}

} // namespace nopal
