#pragma once
// Files of the record of a run.

#include <string>

namespace nopal {

/// Writes a file that may be there: who reads it, or comes after a kill, finds the old text or the new one. Throws
/// Error with the path, the system's reason and what to do where that fails.
void replace_file(const std::string& path, const std::string& text);

/// Throws Error where it cannot be read.
std::string read_file(const std::string& path);

/// Throws Error where the folder cannot be created; with those that it lies in. One that is there is no error.
void make_folders(const std::string& path);

} // namespace nopal
