#pragma once
// Reads and writes files of a run's record.

#include <string>

namespace nopal {

/// Writes a file that may exist. A reader finds either the old text or the new text, even if this process is killed.
/// Throws Error with the path, the system's reason and what to do.
void replace_file(const std::string& path, const std::string& text);

/// Returns the contents of a file. Throws Error if the file cannot be read.
std::string read_file(const std::string& path);

/// Creates the folder and the folders above it; they may exist. Throws Error if that is impossible.
void make_folders(const std::string& path);

} // namespace nopal
