#pragma once
// Finds the folder of this program. The program's other files lie there, in the build tree and in a bundle
// (scripts/bundle).

#include <filesystem>

namespace nopal::test {

inline std::filesystem::path own_folder() { return std::filesystem::read_symlink("/proc/self/exe").parent_path(); }

} // namespace nopal::test
