#pragma once
// The checkpoints of an output folder.

#include "contents.hpp"

#include <string>
#include <vector>

namespace nopal::checkpoint {

/// Where the contents of a checkpoint stand, in its folder.
inline constexpr const char* contents_name = "checkpoint.json";

/// "checkpoint_00000100", without the output folder.
std::string folder_name(std::int64_t iteration);
/// What it is called until it is complete.
std::string unfinished_name(std::int64_t iteration);
/// "rank_00000.data"
std::string file_name(int rank);

/// Paths of all that are named as complete ones are, the newest first.
std::vector<std::string> checkpoints_in(const std::string& folder);
/// Removes what runs that were killed have left unfinished.
void remove_unfinished(const std::string& folder);
/// Gives those of iterations after this one another name, so that no later run goes on from them: they are of a future
/// that this run writes anew. Returns how many.
int set_aside(const std::string& folder, std::int64_t after);
/// Removes all but the `keep` newest.
void remove_older(const std::string& folder, std::int64_t keep);

/// Reads and checks the contents of the checkpoint in this folder. Throws Error where there are none or they are
/// damaged.
Contents read_contents(const std::string& path);
/// Reads all of a rank's file. Throws Error where it is not what was written.
void check_file(const std::string& path, const RankFile& file);

} // namespace nopal::checkpoint
