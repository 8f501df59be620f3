#pragma once
// Reads and checks the command line.

#include "core/base/error.hpp"

#include <string>
#include <vector>

namespace nopal {

enum class Command {
  none,
  run,
  check,
  plan,
  tune,
  list,
  describe,
  extents,
  explain,
  cache_show,
  cache_clear,
  new_thorn
};

/// The command line after it was read. Comments name the commands that use a member.
struct CommandLine {
  Command command = Command::none;
  std::vector<std::string> arguments; ///< unchanged
  std::string revision = "unknown";   ///< of the program's sources; set by main()
  std::string parfile;                ///< run, check, plan, tune
  std::vector<std::string> overrides; ///< run, check, plan, tune: texts of --set, "thorn.parameter=value"
  std::string recover;                ///< run: auto or the folder of a checkpoint; empty: as the parfile says
  bool compare_plan = false;          ///< run
  bool schedule = false;              ///< check: print the schedule, too
  int ranks = 0;                      ///< plan: number of ranks to plan for; 0: the ranks of this job
  bool json = false;                  ///< plan, tune
  bool order = false;                 ///< plan: with `json`
  int loops = 0;                      ///< plan: elements of a block of a loop over a set; 0: no plans of loops
  std::string trace;                  ///< run: the file of --trace; empty: no trace. explain: the file to read
  std::string what;                   ///< list: thorns, devices, backends or bins; empty: all
  /// describe (empty with `reference`: all), extents (thorn), new thorn, explain (variable), cache clear (thorn)
  std::string name;
  std::string stencil;            ///< extents: only this stencil; empty: all of the thorn
  bool reference = false;         ///< describe: print the parameters in Markdown
  std::string device;             ///< cache clear: only this device plugin's kernels; empty: all
  std::string folder;             ///< new thorn: the folder to create the thorn in
  std::string log_level = "info"; ///< trace, debug, info, warn, error, off
  std::string text;               ///< Command::none: the text of --help or --version
};

/// Wrong usage. The text says what was found, what is expected, and the closest word.
class UsageError : public Error {
public:
  using Error::Error;
};

/// `arguments` do not include the program's name. Throws UsageError.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

} // namespace nopal
