#pragma once
// The folder of this program. Its other files lie there, too, in the build tree and in a bundle (scripts/bundle).

#include <filesystem>

namespace nopal::test {

inline std::filesystem::path own_folder() { return std::filesystem::read_symlink("/proc/self/exe").parent_path(); }

} // namespace nopal::test
