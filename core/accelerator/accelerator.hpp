#pragma once
// The Accelerator has the hooks that the driver calls before and after everything that touches data. It knows where
// data are valid, and copies exactly what the declarations require. The Coordinator decides, the Mover executes.

#include "core/accelerator/coordinator.hpp"
#include "core/accelerator/known_moments.hpp"
#include "core/accelerator/mover.hpp"

namespace nopal {

/// Returns the variables that routines on the device read or write; init() creates storage for them there. The kernels
/// of stages are such routines, so temporaries are among them. Kernels get scalars by value, so scalars of kernels need
/// no storage on the device. `callable`: leaves out all other routines. If steering makes them run later, their
/// variables get storage then.
std::vector<int> device_variables(const Variables& variables, const std::vector<Routine>& routines,
                                  const std::set<int>* callable = nullptr);

class Accelerator {
public:
  /// `device` may be null. Host storage may be allocated later, but before init(). Throws Error if copy_back_vars holds
  /// an unknown name.
  Accelerator(const AcceleratorContext& context, HostMemory& memory, Device* device,
              const AcceleratorSettings& settings);

  const Tracker& tracker() const { return coordinator_.tracker(); }
  /// As Tracker::set_last_write.
  void set_last_write(Slot slot, const Event& event) { coordinator_.set_last_write(slot, event); }
  /// All transfers since the start of the run.
  const Counters& counters() const { return coordinator_.counters(); }
  /// Returns the place where a routine runs. This is the device if the routine is declared `device: true` and if there
  /// is a device.
  Place place_of(const Routine& routine) const { return coordinator_.place_of(routine); }
  void set_iteration(std::int64_t iteration) { coordinator_.set_iteration(iteration); }
  /// As Tracker::set_time.
  void set_time(double time) { coordinator_.set_time(time); }

  /// The routine init, in bin startup. Creates storage on the device for all variables of device_variables() that have
  /// storage on the host, and for temporaries, which have none there. Other variables get storage on the device when
  /// they first need it.
  void init();
  /// The routine copyback, in bin analysis. Copies the variables of copy_back_vars to the host if it is due.
  void copy_back();

  // The nine hooks.
  /// Copies what the routine reads to `place`. Throws Error if a read is valid nowhere, or if a variable that the
  /// routine writes has no storage.
  void pre_call_function(const Routine& routine, Place place);
  /// After a loop over a set ran on the device, before post_call_function: `reduce` reduces the scalars that it
  /// changes, and the transfers for this are counted. Does nothing if there are none.
  template <class Reduce> void reduce_totals(const Routine& routine, const Reduce& reduce) {
    HookCall call = coordinator_.reduce_totals(routine);
    if (!coordinator_.transfers().empty()) reduce();
    call.end();
  }
  /// Marks the writes of the routine as valid. Of a write of some points, copies these to the other places where their
  /// regions are valid. If `poison` is on, throws Error if the routine did not write a point
  /// that it declares to write, or computed a point from invalid points. It may throw on some ranks only.
  void post_call_function(const Routine& routine, Place place);
  /// Packs the strips of timelevel 0 of the variables. The driver then exchanges the messages, if there are any, and
  /// calls post_sync. `cause` names who asked for the sync.
  const SyncBuffers& pre_sync(const std::vector<int>& variables, const std::string& cause);
  /// The same for slots of any timelevel.
  const SyncBuffers& pre_sync_of(std::span<const Slot> slots, const std::string& cause);
  /// As Coordinator::ghosts_for.
  std::vector<Slot> ghosts_for(const Routine& routine) const { return coordinator_.ghosts_for(routine); }
  /// As Coordinator::starts_during_sync.
  bool starts_during_sync(const Routine& routine, std::span<const Slot> ghosts, Place place) const {
    return coordinator_.starts_during_sync(routine, ghosts, place);
  }
  /// Unpacks the received messages and marks the ghosts as valid.
  void post_sync();
  /// As Coordinator::note_sync.
  void note_sync(const std::vector<int>& variables, const std::string& cause) {
    coordinator_.note_sync(variables, cause);
  }
  /// Counts copies of data that stream through a device, which the Accelerator does not make.
  void count(const Counters& copies) { coordinator_.count(copies); }
  /// As Tracker::give_storage.
  void give_storage(Slot slot) { coordinator_.give_storage(slot); }
  /// Relabels the timelevels of all variables with two or more timelevels, on host and device.
  void cycle();
  /// Copies timelevel 1 to timelevel 0. Throws Error if a variable has only one timelevel or no storage.
  void copy_from_past(const std::vector<int>& variables);
  /// Marks the clauses as written at `place`. Call this after you modified the data.
  void notify_data_modified(const std::vector<Clause>& clauses, Place place);
  /// Makes the memory of the clauses at `place` ready for writes. Call this before you modify the data.
  void require_invalid_data(const std::vector<Clause>& clauses, Place place);
  /// Copies the clauses to `place`. Throws Error if one is valid nowhere. `reader` names who asked. Of a clause with
  /// points (Clause::points) only these are copied, and validity does not change; the routine that runs may read them.
  void require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader);

  /// Returns the moments of the slot if the device computed them for the routine that was called last.
  std::optional<DeviceMoments> moments(Slot slot) const { return mover_.moments(slot); }
  /// Keeps moments until a routine writes the slot, or until timelevels are cycled.
  void offer_moments(const SlotMoments& moments) { known_.add(moments); }
  /// Returns moments that somebody has offered; null: some of those that are wanted are not known.
  const Moments* known_moments(Slot slot, const MomentsWanted& wanted) const { return known_.find(slot, wanted); }

  /// Storage of these variables begins. Call this after it was allocated.
  void storage_on(const std::vector<int>& variables);
  /// Storage of these variables ends. Call this before it is freed.
  void storage_off(const std::vector<int>& variables);

  /// Returns the slots whose last copy to the device may still run, because nobody has waited for it.
  std::vector<Slot> copies_not_awaited() const { return mover_.copies_not_awaited(); }
  /// Waits for all transfers and reports asynchronous faults.
  void finish() { mover_.finish(); }

private:
  void find_storage();
  void transfer(HookCall call);
  void copy_back_written(const Routine& routine);

  const std::vector<Routine>& routines_;
  const std::optional<std::set<int>> callable_;
  HostMemory& memory_;
  Coordinator coordinator_;
  Mover mover_;
  KnownMoments known_;
};

} // namespace nopal
