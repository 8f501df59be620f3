#pragma once
// What `nopal COMMAND` does: each returns the program's exit code or throws Error.

#include "core/declarations/thorn.hpp"
#include "driver/command_line/command_line.hpp"
#include "driver/session/session.hpp"

#include <string>

namespace nopal {

/// run, check and plan. revision: of the program's sources, for the record of a run.
int run_command(const Session& session, const CommandLine& line, const std::string& revision);

/// Lists as text. what: thorns, devices, backends, bins, or empty for all.
std::string list_text(const std::string& what);
/// What can run kernels here, host and devices, and how each runs blocks and threads.
std::string backends_text(const SearchPath& path);
/// What a thorn declares; Error with the closest name where there is none.
std::string describe_text(const std::string& thorn);
/// The parameters of a thorn in Markdown; of all thorns that are found where the name is empty.
std::string reference_text(const std::string& thorn);

/// The history of a variable, from a file of --trace. Throws Error where the file is no trace or lacks the variable.
std::string explain_text(const std::string& trace, const std::string& variable);

/// What is in the folder of compiled kernels.
std::string cache_show_text();
/// Removes compiled kernels, and says what. device, thorn: only theirs; empty: all, and what killed runs left behind.
std::string clear_cache(const std::string& device, const std::string& thorn);

/// Creates <folder>/<name> and says what to do next. Refuses bad names and folders that exist.
std::string new_thorn(const std::string& name, const std::string& folder);

} // namespace nopal
