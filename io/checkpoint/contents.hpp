#pragma once
// The description of a checkpoint, which checkpoint.json holds.

#include <nopal/thorn.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nopal::checkpoint {

/// The time of a write in a checkpoint of an earlier nopal, whose time step was fixed: the iteration gives the time.
inline constexpr double no_time = std::numeric_limits<double>::infinity();

/// The file of one process.
struct RankFile {
  std::string name;
  std::int64_t bytes = 0;
  std::uint64_t checksum = 0; ///< XXH3 of all its bytes
  Box owned;                  ///< the points of grid functions that it holds
};

/// A slot and its regions that were valid on the host or the device.
struct SavedSlot {
  std::string variable; ///< full name
  int timelevel = 0;
  Region valid = Region::none;
  std::optional<LastWrite> written{}; ///< empty: not known
};

/// The declaration of a group. It must be the same in the run that goes on.
struct SavedGroup {
  std::string name; ///< full name
  std::string kind;
  std::string type;
  int timelevels = 1;
  Index shape{1, 1, 1};
  std::string set{};  ///< dats only: full name
  int components = 1; ///< dats only

  bool operator==(const SavedGroup&) const = default;
};

struct SavedSet {
  std::string name; ///< full name
  std::int64_t elements = 0;

  bool operator==(const SavedSet&) const = default;
};

struct SavedMap {
  std::string name;           ///< full name
  std::uint64_t checksum = 0; ///< of the whole table by global numbers

  bool operator==(const SavedMap&) const = default;
};

/// The unstructured mesh. It must be the same in the run that goes on.
struct SavedMesh {
  std::vector<SavedSet> sets;
  std::vector<SavedMap> maps;

  bool operator==(const SavedMesh&) const = default;
};

/// The file of a rank holds the values of the slots in the order of `slots`, i fastest and without padding. Of a grid
/// function it holds the points that the rank owns. Of a dat it holds a block of elements in the order of their global
/// numbers (ElementBlocks), with the components of an element together. Only the file of rank 0 holds arrays and
/// scalars.
struct Contents {
  std::string software; ///< the program that wrote it
  std::int64_t iteration = 0;
  bool output_done = false;                      ///< Recovery::output_done
  std::optional<TimeState> time;                 ///< Recovery::time
  Box points;                                    ///< of the whole grid
  std::map<std::string, std::string> parameters; ///< values by full name, as in a parfile
  std::vector<SavedGroup> groups;
  SavedMesh mesh;
  std::vector<SavedSlot> slots;
  std::vector<RankFile> files; ///< by rank
};

/// Returns the declaration of a group of this run.
SavedGroup saved_group(const Group& group);

/// Returns the text of checkpoint.json, with a checksum of itself.
std::string to_json(const Contents& contents);
/// Reads that text. Throws an Error that says what is wrong: no JSON, another format or version, damaged.
Contents from_json(const std::string& text);

} // namespace nopal::checkpoint
