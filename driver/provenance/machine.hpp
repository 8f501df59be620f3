#pragma once
// Facts about the machine and the environment, for the record of a run.

#include <map>
#include <string>
#include <vector>

namespace nopal {

/// Returns the files of all loaded libraries. Links are resolved, because the real names usually contain a version.
std::vector<std::string> loaded_libraries();

/// Returns the environment variables that change how a run computes, or that name the batch job.
std::map<std::string, std::string> relevant_environment();

} // namespace nopal
