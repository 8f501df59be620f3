#pragma once
// What the user typed, checked.

#include "core/base/error.hpp"

#include <string>
#include <vector>

namespace nopal {

enum class Command { none, run, check, plan, list, describe, explain, cache_show, cache_clear, new_thorn };

struct CommandLine {
  Command command = Command::none;
  std::vector<std::string> arguments; ///< as they were given
  std::string parfile;                ///< run, check, plan
  std::vector<std::string> overrides; ///< run, check, plan: texts of --set, "thorn.parameter=value"
  std::string recover;                ///< run: auto or the folder of a checkpoint; empty: as the parfile says
  bool compare_plan = false;          ///< run
  int ranks = 0;                      ///< plan: for so many; 0: for those that were started
  bool json = false;                  ///< plan
  std::string trace;                  ///< run: the file of --trace; empty: none. explain: the file
  std::string what;                   ///< list: thorns, devices or bins; empty: all
  std::string name; ///< describe (empty with `reference`: all), new thorn, explain (variable), cache clear (thorn)
  bool reference = false;         ///< describe: the parameters in Markdown
  std::string device;             ///< cache clear: only of this device plugin; empty: all
  std::string folder;             ///< new thorn: where the folder is made
  std::string log_level = "info"; ///< trace, debug, info, warn, error, off
  std::string text;               ///< Command::none: what --help or --version print
};

/// Wrong usage: says what was found, what is expected, and the closest word.
class UsageError : public Error {
public:
  using Error::Error;
};

/// Throws UsageError. `arguments` without the program's name.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

} // namespace nopal
