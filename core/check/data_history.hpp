#pragma once
// Where the data of each slot come from, and whether anybody reads them: what a walk of the schedule leaves behind.

#include "core/accelerator/observer.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace nopal {

/// Who gives a slot data: one slot of the writes of a routine, or one variable of a sync.
struct DataSource {
  int routine = -1;        ///< in Schedule::routines(); -1: a sync
  std::string sync;        ///< the item that synchronises
  Slot slot;               ///< as written; the data may have moved on to a higher timelevel since
  Region region;           ///< what it was seen to set
  bool read = false;       ///< some of what it set was read
  bool never_read = false; ///< some of what it set was overwritten, or can never be read any more, before it was read
  bool fills = false;      ///< of a sync: at some time it found ghosts that were not valid
  int found = -1;          ///< of a sync: whose ghosts it found valid last; -1: never
};

/// A region of a slot: what it holds, or held last.
struct RegionData {
  enum class Loss { none, write, cycle, storage };
  int source = -1;            ///< of the last data, valid or not; -1: none since the timelevel is new, or ever
  std::int64_t iteration = 0; ///< when they were set
  std::int64_t order = 0;     ///< ascending with time
  bool valid = false;
  bool read = false;
  Loss loss = Loss::none; ///< what took them, or made the timelevel a new one
  std::int64_t taken_at = 0;
};

/// Told of every hook of a walk. Reads that a walk only tolerated leave no trace.
class DataHistory final : public AcceleratorObserver {
public:
  explicit DataHistory(const Variables& variables);

  /// Before the first hook: which regions exist.
  void start(const Validity& validity) { validity_ = &validity; }
  void end(const HookEvent& event) override;
  /// After the last hook. What was set at this iteration or before and was not read until now never will be.
  void finish(std::int64_t settled);

  const RegionData& data(Slot slot, Region base_region) const;
  /// Of the latest of what the regions hold; -1: none.
  int latest_source(Slot slot, Region region) const;
  const std::vector<DataSource>& sources() const { return sources_; }
  /// Whether the walk called the routine.
  bool called(int routine) const { return routine < static_cast<int>(called_.size()) && called_[routine] != 0; }

private:
  struct Cells {
    RegionData regions[n_base_regions];
  };
  Cells& cells(Slot slot) {
    return cells_[static_cast<std::size_t>(slot.variable)][static_cast<std::size_t>(slot.timelevel)];
  }
  int source_of(int routine, std::string_view sync, Slot slot);
  void read(Slot slot, Region region);
  void write(const Routine& routine, const Clause& clause);
  void set(Slot slot, Region region, int source);
  void lose(Slot slot, Region region, RegionData::Loss loss);
  void lose(RegionData& data, RegionData::Loss loss);
  void cycle(int variable);

  const Variables& variables_;
  const Validity* validity_ = nullptr;
  std::vector<std::vector<Cells>> cells_; ///< by variable and timelevel
  std::vector<DataSource> sources_;
  std::map<std::tuple<int, std::string, Slot>, int> source_index_;
  std::vector<char> called_;
  std::int64_t iteration_ = 0;
  std::int64_t order_ = 0;
};

} // namespace nopal
