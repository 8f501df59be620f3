#pragma once
// The checkpoints of an output folder.

#include "contents.hpp"

#include <string>
#include <vector>

namespace nopal::checkpoint {

/// The file in the folder of a checkpoint that describes it.
inline constexpr const char* contents_name = "checkpoint.json";

/// Returns "checkpoint_00000100", without the output folder.
std::string folder_name(std::int64_t iteration);
/// Returns the name that the folder has until the checkpoint is complete.
std::string unfinished_name(std::int64_t iteration);
/// Returns "rank_00000.data".
std::string file_name(int rank);

/// Returns the paths of all folders that have the name of a complete checkpoint, the newest first.
std::vector<std::string> checkpoints_in(const std::string& folder);
/// Removes the unfinished checkpoints of runs that were killed.
void remove_unfinished(const std::string& folder);
/// Renames the checkpoints of iterations after this one, so that no later run goes on from them. Returns their number.
int set_aside(const std::string& folder, std::int64_t after);
/// Removes all checkpoints except the `keep` newest ones.
void remove_older(const std::string& folder, std::int64_t keep);

/// Reads and checks checkpoint.json in a folder. Throws Error if it is missing or damaged, or if the folder's name says
/// another iteration.
Contents read_contents(const std::string& path);
/// Reads the whole file of a rank. Throws Error if its size or checksum is wrong.
void check_file(const std::string& path, const RankFile& file);

} // namespace nopal::checkpoint
