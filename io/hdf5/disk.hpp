#pragma once
// Files that get their name when they are complete, and stay on the disk.

#include <string>

namespace nopal::hdf5 {

/// All throw Error with the path, the system's reason and what to do.
void rename_file(const std::string& from, const std::string& to);
/// Returns once what the file holds, or the names of the folder, are on the disk.
void sync_file(const std::string& path);
void sync_folder(const std::string& path);
/// Replaces the file in one step, by way of `temporary` in the same folder: who reads it sees the old or the new text.
void replace_file(const std::string& path, const std::string& temporary, const std::string& text, bool sync);

} // namespace nopal::hdf5
