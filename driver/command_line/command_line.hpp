#pragma once
// What the user typed, checked.

#include "core/base/error.hpp"

#include <string>
#include <vector>

namespace nopal {

enum class Command { none, run, check, list, describe, new_thorn };

struct CommandLine {
  Command command = Command::none;
  std::string parfile;                ///< run, check
  std::vector<std::string> overrides; ///< run, check: texts of --set, "thorn.parameter=value"
  std::string what;                   ///< list: thorns, devices or bins; empty: all
  std::string name;                   ///< describe (empty with `reference`: all thorns), new thorn
  bool reference = false;             ///< describe: the parameters in Markdown
  std::string folder;                 ///< new thorn: where the folder is made
  std::string log_level = "info";     ///< trace, debug, info, warn, error, off
  std::string text;                   ///< Command::none: what --help or --version print
};

/// Wrong usage: says what was found, what is expected, and the closest word.
class UsageError : public Error {
public:
  using Error::Error;
};

/// Throws UsageError. `arguments` without the program's name.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

} // namespace nopal
