#pragma once
// Handles the folders of checkpoints. Functions for files are in core/files.

#include <string>

namespace nopal::checkpoint {

/// The remedy in errors of a full disk.
inline constexpr const char* keep_fewer = "keep fewer checkpoints (checkpoint.keep)";

/// Makes a folder, which must not exist.
void make_folder(const std::string& path);
inline constexpr const char* aside_end = ".old"; ///< see replace_folder()
/// Renames the folder `from` to `to`. A folder that had the name `to` then has the name `from`. Most file systems
/// exchange the names in one step. On others there is a moment without a folder `to`; the old one is then called
/// `from` + aside_end.
void replace_folder(const std::string& from, const std::string& to);
/// Removes a folder with its contents. A folder that does not exist is no error.
void remove_folder(const std::string& path);

} // namespace nopal::checkpoint
