#pragma once
// What a checkpoint says of itself: checkpoint.json, from which all else follows.

#include <nopal/thorn.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace nopal::checkpoint {

/// The file of one process.
struct RankFile {
  std::string name;
  std::int64_t bytes = 0;
  std::uint64_t checksum = 0; ///< XXH3 of all its bytes
  Box owned;                  ///< the points of grid functions that it holds
};

/// A slot, and where of it there was something valid.
struct SavedSlot {
  std::string variable; ///< full name
  int timelevel = 0;
  Region valid = Region::none;
};

/// What must be the same in the run that goes on.
struct SavedGroup {
  std::string name; ///< full name
  std::string kind;
  std::string type;
  int timelevels = 1;
  Index shape{1, 1, 1};

  bool operator==(const SavedGroup&) const = default;
};

/// Each rank's file holds the slots in their order, each as the values of its points, i fastest and without padding: of
/// grid functions the points that the rank owns; all elements of arrays and scalars, in the file of rank 0 alone.
struct Contents {
  std::string software; ///< what has written it
  std::int64_t iteration = 0;
  bool output_done = false;                      ///< Recovery::output_done
  Box points;                                    ///< of the whole grid
  std::map<std::string, std::string> parameters; ///< by full name, as they would stand in a parfile
  std::vector<SavedGroup> groups;
  std::vector<SavedSlot> slots;
  std::vector<RankFile> files; ///< by rank
};

SavedGroup saved_group(const Group& group);

/// With a checksum of its own.
std::string to_json(const Contents& contents);
/// Throws Error that says what is wrong with the text: no JSON, another format or version, damaged.
Contents from_json(const std::string& text);

} // namespace nopal::checkpoint
