#pragma once
// The Accelerator: hooks that the driver calls around everything that touches data. It keeps track of where data are
// valid, and the device copies exactly what the declarations call for. The Coordinator decides, the Mover executes.

#include "core/accelerator/coordinator.hpp"
#include "core/accelerator/mover.hpp"

namespace nopal {

/// What an Accelerator works with. Everything referred to must outlive it.
struct AcceleratorContext {
  const Variables* variables = nullptr;
  const std::vector<Routine>* routines = nullptr;
  const Spaces* spaces = nullptr;
  HostMemory* memory = nullptr;
  Device* device = nullptr;                      ///< null: no device, device routines run on the host
  std::function<void(const std::string&)> log;   ///< takes one line of the text trace; may be empty
  std::vector<AcceleratorObserver*> observers{}; ///< called for each hook, in this order
};

/// The variables that init creates storage for on the device: those that routines there read or write. Kernels get
/// scalars by value, so these need none.
std::vector<int> device_variables(const Variables& variables, const std::vector<Routine>& routines);

class Accelerator {
public:
  /// Host storage may be allocated later, but before init(). Throws Error if copy_back_vars has a name that no variable
  /// has.
  Accelerator(const AcceleratorContext& context, const AcceleratorSettings& settings);

  const Tracker& tracker() const { return coordinator_.tracker(); }
  /// All transfers since the start of the run.
  const Counters& counters() const { return coordinator_.counters(); }
  /// Where a routine runs: on the device if it is declared so, if there is one, and if no routine is held on the host.
  Place place_of(const Routine& routine) const { return coordinator_.place_of(routine); }
  /// For `initial_on_host`: all routines run on the host from hold_on_host(true) to hold_on_host(false).
  void hold_on_host(bool hold) { coordinator_.hold_on_host(hold); }
  void set_iteration(std::int64_t iteration) { coordinator_.set_iteration(iteration); }

  /// The routine init, at startup: creates storage on the device for those of device_variables that have storage on the
  /// host. Other variables get storage on the device when they first need it.
  void init();
  /// The routine copyback, in analysis.
  void copy_back();

  // The nine hooks.
  /// Throws Error if a read is valid nowhere, or if a variable that is written has no storage.
  void pre_call_function(const Routine& routine, Place place);
  /// If `poison` is on, throws Error for points that the routine declares to write and has not written, or has computed
  /// from invalid points. Some ranks may throw and others not.
  void post_call_function(const Routine& routine, Place place);
  /// Packs the strips of timelevel 0 of the variables. The driver then exchanges the messages, which may be none, and
  /// calls post_sync. `cause` names who asked.
  const SyncBuffers& pre_sync(const std::vector<int>& variables, const std::string& cause);
  void post_sync();
  /// Relabels the timelevels of all variables with two or more, on host and device.
  void cycle();
  /// Throws Error for a variable of one timelevel or without storage.
  void copy_from_past(const std::vector<int>& variables);
  /// Call require_invalid_data before the data are modified, and this afterwards.
  void notify_data_modified(const std::vector<Clause>& clauses, Place place);
  void require_invalid_data(const std::vector<Clause>& clauses, Place place);
  void require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader);

  /// The moments of the slot that the device computed for the routine called last, if it did.
  std::optional<DeviceMoments> moments(Slot slot) const { return mover_.moments(slot); }

  /// Storage of these variables begins: call this after it was allocated.
  void storage_on(const std::vector<int>& variables);
  /// Storage of these variables ends: call this before it is freed.
  void storage_off(const std::vector<int>& variables);

  /// Slots whose last copy to the device nobody has waited for. It may be done.
  std::vector<Slot> copies_not_awaited() const { return mover_.copies_not_awaited(); }
  /// Waits for all transfers and reports asynchronous faults.
  void finish() { mover_.finish(); }

private:
  void find_storage();
  void copy_back_written(const Routine& routine);

  const std::vector<Routine>& routines_;
  HostMemory& memory_;
  bool device_;
  Coordinator coordinator_;
  Mover mover_;
};

} // namespace nopal
