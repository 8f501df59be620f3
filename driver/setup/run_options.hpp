#pragma once
// What the command line asks for: the input of a run.

#include <string>
#include <vector>

namespace nopal {

enum class Goal { run, check, plan };

struct RunOptions {
  Goal goal = Goal::run;
  std::string parfile;
  std::vector<std::string> overrides; ///< texts of --set
  bool recover = false;               ///< run: --recover was given; an override says from which checkpoint
  int ranks = 0;                      ///< plan: number of ranks to plan for; 0: the ranks of this job
  bool json = false;                  ///< plan: print JSON
  bool compare_plan = false;          ///< run: stop when the copies differ from the plan
  std::string trace;                  ///< run: file for the trace; empty: no trace
  std::vector<std::string> arguments; ///< run: the command line, for the record
  std::string revision = "unknown";   ///< run: revision of the program's sources, for the record
};

} // namespace nopal
