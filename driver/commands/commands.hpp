#pragma once
// The commands of nopal that only print. Each returns its text or throws Error.

#include "core/declarations/thorn.hpp"
#include "driver/command_line/command_line.hpp"

#include <string>

namespace nopal {

/// Lists thorns, devices, backends or bins: `what` is one of these words. Empty: lists all of them.
std::string list_text(const std::string& what);
/// Lists the host backends and devices of this machine, and how each runs blocks and threads.
std::string backends_text(const SearchPath& path);
/// Describes a thorn. Throws Error with the closest name if there is no such thorn.
std::string describe_text(const std::string& thorn);
/// Returns the parameters of a thorn in Markdown; of all thorns if the name is empty.
std::string reference_text(const std::string& thorn);

/// Returns how far the stages of a thorn's stencils compute and read: of one stencil, or of all if its name is empty.
/// Throws Error for an unknown thorn or stencil, and for stencils that break a rule.
std::string extents_text(const SearchPath& path, const std::string& thorn, const std::string& stencil);

/// Returns the history of a variable from a trace. Throws Error if the file is not a trace or lacks the variable.
std::string explain_text(const std::string& trace, const std::string& variable);

/// Describes the folder of compiled kernels.
std::string cache_show_text();
/// Removes compiled kernels and says which: those of a device plugin, of a thorn, or, if both names are empty, all
/// kernels and the files that killed runs left.
std::string clear_cache(const std::string& device, const std::string& thorn);

/// Creates <folder>/<name> and says what to do next. Throws Error for a bad name or a folder that exists.
std::string new_thorn(const std::string& name, const std::string& folder);

} // namespace nopal
