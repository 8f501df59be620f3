#pragma once
// What loops over sets need on a device beside dats: tables of maps, and memory for what elements give.

#include "core/device/device.hpp"
#include "core/launch/staged_plan.hpp"
#include "core/sets/gather_table.hpp"
#include "core/sets/run_mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nopal {

/// Gives each table and each piece of memory a slot of the device. Loops that need the same table share it. Loops run
/// one after the other, so all of them use the same memory for what elements give.
class LoopStore {
public:
  /// The slots are those of variables from `first_variable` on, which no variable of the run may have. `mesh` must
  /// outlive this object.
  LoopStore(const RunMesh& mesh, int first_variable) : mesh_(&mesh), first_variable_(first_variable) {}

  /// Return the slot of the 32-bit targets of a map, or of its rule, and that of the 64-bit offsets.
  Slot targets(int map);
  Slot offsets(int map);
  /// Returns the slots of the offsets and of the entries of a GatherTable for a loop over `set`.
  std::pair<Slot, Slot> gather(int set, std::span<const AddedTargets> added);
  /// Returns the plan of a loop over the first `elements` elements of `set`, and the slot of its words. Loops that add
  /// in the same way share it. Its words are empty after create().
  std::pair<Slot, const StagedPlan*> plan(int set, std::int32_t elements, const std::vector<StagedDat>& dats,
                                          const BlockLimits& limits);
  /// Returns the slot of memory number `number` for values of 8 bytes. It holds at least so many.
  Slot scratch(int number, std::int64_t values);

  /// Returns the bytes of all slots.
  std::size_t bytes() const;
  /// Creates the slots that are new on the device, and copies the tables there. Blocks.
  void create(Device& device);

private:
  enum class Kind { targets, offsets, gather_offsets, gather_entries, plan, scratch };
  struct Key {
    Kind kind;
    int number; ///< of a map, of a set, of a plan, or of a memory
    std::vector<AddedTargets> added{};
    auto operator<=>(const Key&) const = default;
  };
  struct Table {
    Key key;
    std::string what; ///< for messages
    std::int64_t values = 0;
    bool created = false;

    std::size_t value_bytes() const { return key.kind == Kind::targets || key.kind == Kind::plan ? 4 : 8; }
  };
  Slot slot_of(const Key& key, std::int64_t values, const std::string& what);
  std::int32_t owned_targets(std::span<const AddedTargets> added) const;
  /// Returns the field of a map's targets, as LoopKernel::device says.
  std::vector<std::int32_t> targets_on_device(int number) const;
  void fill(Device& device, Slot slot, const Table& table) const;

  const RunMesh* mesh_;
  int first_variable_;
  std::vector<Table> tables_; ///< by number of the variable
  std::map<Key, std::size_t> known_;
  /// By set and dats. All loops of a set that add through maps have the same elements.
  std::map<std::pair<int, std::vector<StagedDat>>, std::size_t> known_plans_;
  std::deque<StagedPlan> plans_;
};

} // namespace nopal
