#pragma once
// Records, during a walk of the schedule, where the data of each slot come from and whether anybody reads them.

#include "core/accelerator/observer.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace nopal {

/// A source of data: a routine that writes a slot, or a sync that fills the ghosts of a variable.
struct DataSource {
  int routine = -1;        ///< position in Schedule::routines(); -1: a sync
  std::string sync;        ///< full name of the item that has the sync
  Slot slot;               ///< the slot that it set; later cycles move the data to higher timelevels
  Region region;           ///< all regions that it has set
  bool read = false;       ///< some of its data were read
  bool never_read = false; ///< some of its data were lost before anybody read them
  bool fills = false;      ///< for a sync: it filled invalid ghosts at least once
  int found = -1;          ///< for a sync: source of the valid ghosts that it found last; -1: none
};

/// The data that a region of a slot holds, or the last data that it held.
struct RegionData {
  enum class Loss { none, write, cycle, storage };
  int source = -1;            ///< position in sources(); -1: no data were set since the timelevel is new
  std::int64_t iteration = 0; ///< the iteration in which the data were set
  std::int64_t order = 0;     ///< later data have a higher number
  bool valid = false;
  bool read = false;
  Loss loss = Loss::none;    ///< why the data were lost, or why the timelevel is new
  std::int64_t taken_at = 0; ///< the iteration of the loss
};

/// Observes the hooks of a walk. It does not record a read of invalid data that the walk tolerates.
class DataHistory final : public AcceleratorObserver {
public:
  explicit DataHistory(const Variables& variables);

  /// Call this before the first hook. `validity` says which regions exist.
  void start(const Validity& validity) { validity_ = &validity; }
  void end(const HookEvent& event) override;
  /// Call this after the last hook. If data were set in iteration `settled` or before and nobody has read them yet,
  /// they count as never read.
  void finish(std::int64_t settled);

  /// Returns the data that the region of the slot holds or held last.
  const RegionData& data(Slot slot, Region base_region) const;
  /// Returns the source of the latest data in these regions. -1: there are no data.
  int latest_source(Slot slot, Region region) const;
  const std::vector<DataSource>& sources() const { return sources_; }
  /// Whether the walk has called the routine.
  bool called(int routine) const { return routine < static_cast<int>(called_.size()) && called_[routine] != 0; }

private:
  struct Cells {
    RegionData regions[n_base_regions];
  };
  Cells& cells(Slot slot) { return cells_[slot.variable][slot.timelevel]; }
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
