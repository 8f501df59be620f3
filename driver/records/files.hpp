#pragma once
// Writes files of a run's record, and finds numbered names.

#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// Writes a file that may exist. A reader finds either the old text or the new text, even if this process is killed.
/// Throws Error with the path, the system's reason and what to do.
void replace_file(const std::string& path, const std::string& text);

/// Creates the folder and the folders above it; they may exist. Throws Error if that is impossible.
void make_folders(const std::string& path);

/// Returns the names in a folder in alphabetical order; none if the folder cannot be read. Empty: the current folder.
std::vector<std::string> entries_of(const std::string& folder);

/// Returns the number that follows the stem in a name: 12 for "run_" and "run_0012". Returns -1 for other names.
int number_after(std::string_view stem, std::string_view name);

/// Returns the present time as text such as "2026-11-21T22:26:32Z".
std::string utc_now();

} // namespace nopal
