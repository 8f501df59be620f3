#pragma once
// Files that are complete when they have their name.

#include <string>
#include <vector>

namespace nopal::slices {

/// Writes `<folder>/<name>` under a temporary name, which it then gets; a file of that name is replaced. Error with the
/// path, the system's reason and what to do; nothing is left then.
void write_picture(const std::string& folder, const std::string& name, const std::vector<unsigned char>& bytes);

/// Returns once the pictures written so far, those of them that are still there, are on the disk. Throws Error.
void sync_pictures(const std::string& folder);

} // namespace nopal::slices
