#pragma once
// The Coordinator decides which data must move before and after each event that touches data. It holds no data, no
// memory and no device. In a run the Mover executes its decisions; a plan only writes them down.

#include "core/accelerator/observer.hpp"
#include "core/accelerator/settings.hpp"
#include "core/accelerator/text_trace.hpp"
#include "core/accelerator/tracker.hpp"

#include <optional>
#include <set>

namespace nopal {

/// What an Accelerator or a Coordinator works with. The objects behind the pointers must outlive it.
struct AcceleratorContext {
  const Variables* variables = nullptr;
  const std::vector<Routine>* routines = nullptr;
  const Spaces* spaces = nullptr;
  std::function<void(const std::string&)> log{}; ///< takes one line of the text trace; may be empty
  std::vector<AcceleratorObserver*> observers{}; ///< called for each hook, in this order
  std::optional<std::set<int>> callable{};       ///< ids of the routines that may be called; nullopt: all
};

/// Whether there is a device, and what its transfers do (Device::moves). Without a device, all routines run on the
/// host.
enum class DeviceKind { none, copies, moves };

class Coordinator {
public:
  /// At first no variable has storage. Throws Error if copy_back_vars holds an unknown name.
  Coordinator(const AcceleratorContext& context, DeviceKind device, const AcceleratorSettings& settings);
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  const Variables& variables() const { return variables_; }
  const Spaces& spaces() const { return spaces_; }
  const Tracker& tracker() const { return tracker_; }
  const Validity& validity() const { return tracker_.validity(); }
  /// As Tracker::set_last_write.
  void set_last_write(Slot slot, const Event& event) { tracker_.set_last_write(slot, event); }
  /// All transfers that were decided since the start.
  const Counters& counters() const { return counters_; }

  /// As Accelerator::place_of.
  Place place_of(const Routine& routine) const { return routine.device && device_ ? device_place : host_place; }
  void set_iteration(std::int64_t iteration) { tracker_.set_iteration(iteration); }
  void set_time(double time) { tracker_.set_time(time); }
  bool has_storage(int variable) const { return has_storage_[variable] != 0; }
  void set_storage(int variable, bool on) { has_storage_[variable] = on ? 1 : 0; }

  // The hooks. Each one decides, updates validity and returns a HookCall. The caller executes the decision, then calls
  // end(). transfers(), sync(), pasts() and cycled() return the decisions. They do not change until the next hook.
  /// Decides transfers(). Throws Error if a read is valid nowhere, or if a variable that is written has no storage. A
  /// loop over a set may be called between pre_sync and post_sync. It must not read the ghosts of that sync before
  /// post_sync.
  HookCall pre_call_function(const Routine& routine, Place place);
  /// After a loop over a set ran on the device: decides transfers(), the reductions of the scalars that it changes.
  HookCall reduce_totals(const Routine& routine);
  /// Decides transfers() of points that the routine wrote, to the other places where their regions are valid.
  HookCall post_call_function(const Routine& routine, Place place);
  /// Whether copy_back_written must be called before post_call_function ends.
  bool copies_back(const Routine& routine, Place place) const {
    return settings_.copy_back_all_written_variables_in_analysis && place != host_place && routine.bin == "analysis";
  }
  /// Decides transfers() that bring to the host what the routine wrote.
  HookCall copy_back_written(const Routine& routine);
  /// The routine copyback. Decides transfers(). There are none if copyback is not due at this iteration.
  HookCall copy_back();
  /// Returns the dats whose ghosts the routine reads and that are valid nowhere, although what processes own is. They
  /// must be synchronised before the routine is called.
  std::vector<Slot> ghosts_for(const Routine& routine) const;
  /// Whether pre_call_function may be called while the ghosts of these slots, which ghosts_for() returned, travel. This
  /// is so for a loop over a set if the sync brings the ghosts to where the loop reads them, and if nothing else that
  /// the loop needs is missing. The answer follows from validity alone, so all ranks and a plan get the same one.
  bool starts_during_sync(const Routine& routine, std::span<const Slot> ghosts, Place place) const;
  /// Decides sync(). `cause` names who asked for it.
  HookCall pre_sync(const std::vector<int>& variables, const std::string& cause);
  /// The same for slots of any timelevel.
  HookCall pre_sync_of(std::span<const Slot> slots, const std::string& cause);
  HookCall post_sync();
  /// Marks ghosts as if the variables were synchronised. An epoch fills them itself, or exchanges them at its end. No
  /// observer is told.
  void note_sync(const std::vector<int>& variables, const std::string& cause);
  /// Relabels the timelevels of cycled().
  HookCall cycle();
  /// Decides pasts(). Throws Error if a variable has only one timelevel or no storage.
  HookCall copy_from_past(const std::vector<int>& variables);
  HookCall notify_data_modified(const std::vector<Clause>& clauses, Place place);
  /// Decides transfers().
  HookCall require_invalid_data(const std::vector<Clause>& clauses, Place place);
  /// Decides transfers().
  HookCall require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader);
  /// As Accelerator::count.
  void count(const Counters& copies) { add(counters_, copies); }
  /// As Tracker::give_storage.
  void give_storage(Slot slot) { tracker_.give_storage(slot); }
  /// Storage of these variables ends.
  HookCall storage_off(const std::vector<int>& variables);

  const std::vector<Transfer>& transfers() const { return transfers_; }
  const SyncDecision& sync() const { return sync_; }
  const std::vector<PastOrder>& pasts() const { return pasts_; }
  /// All variables that have two or more timelevels.
  const std::vector<int>& cycled() const { return cycled_; }

private:
  template <class Writer> void check_storage(const std::vector<Clause>& writes, const Writer& writer) const {
    for (const Clause& clause : writes)
      if (!has_storage(clause.slot.variable)) throw_no_storage(clause, writer);
  }
  [[noreturn]] void throw_no_storage(const Clause& clause, const std::string& writer) const;
  [[noreturn]] void throw_no_storage(const Clause& clause, const Routine& writer) const;
  void fetch(int variable);
  HookCall end_pre_sync(HookCall call, const std::string& cause);
  void decide_transfers();
  void note(HookCall& call, HookEvent event) const;

  const Variables& variables_;
  AcceleratorSettings settings_;
  bool device_;
  Spaces spaces_;
  Tracker tracker_;
  SyncPlanner planner_;
  std::vector<char> has_storage_; ///< by variable
  std::vector<int> copied_back_;  ///< the variables of copy_back_vars
  std::vector<int> cycled_;
  Counters counters_;
  std::vector<CopyOrder> orders_; ///< scratch
  std::vector<Transfer> transfers_;
  SyncDecision sync_;
  bool syncing_ = false; ///< pre_sync was called, and post_sync was not
  std::string sync_cause_;
  std::vector<PastOrder> pasts_;
  std::optional<TextTrace> text_;
  std::vector<AcceleratorObserver*> observers_;
};

} // namespace nopal
