#pragma once
// The Accelerator: hooks that the driver calls around everything that touches data. It keeps track of which
// data are valid where and has the device copy exactly what the declarations call for.

#include "core/accelerator/mover.hpp"
#include "core/grid/decomposition.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nopal {

/// Geometry and data of this process that copies need.
struct AcceleratorContext {
  const Variables* variables = nullptr;
  const std::vector<Routine>* routines = nullptr;
  const Decomposition* decomposition = nullptr;
  int rank = 0;
  HostMemory* memory = nullptr;
  Device* device = nullptr;                      ///< null: no device, device routines run on the host
  std::function<void(const std::string&)> log;   ///< one line of the trace; may be empty
  std::vector<AcceleratorObserver*> observers{}; ///< told of every hook, in this order; they outlive the Accelerator
};

/// Variables that init creates storage for on the device: what routines that run there name, but for scalars that
/// kernels are given by value. All timelevels of each.
std::vector<int> device_variables(const Variables& variables, const std::vector<Routine>& routines);

class Accelerator {
public:
  /// Host storage may be allocated later, but before init(). Throws Error where copy_back_vars names no variable.
  Accelerator(const AcceleratorContext& context, const AcceleratorSettings& settings);
  ~Accelerator();

  const Tracker& tracker() const;
  const Counters& counters() const;
  /// Where a routine runs: the device if it is declared so, there is one, and the bins up to postinitial are
  /// not held on the host (`initial_on_host`).
  Place place_of(const Routine& routine) const;
  void hold_on_host(bool hold);
  void set_iteration(std::int64_t iteration);

  /// init, at startup: CreateVariables for what device_variables names and has storage. Others get storage on the
  /// device when they first need it.
  void init();
  /// copyback, in analysis.
  void copy_back();

  // The nine hooks.
  /// Throws Error where a read is valid nowhere, or a variable that is written has no storage.
  void pre_call_function(const Routine& routine, Place place);
  /// With `poison`, throws Error where points of what the routine declares to write were not written, or computed
  /// from what is not valid; perhaps on some ranks only.
  void post_call_function(const Routine& routine, Place place);
  /// Packs the strips of timelevel 0 of the variables; the driver exchanges the messages, then calls post_sync.
  /// `cause` names who asked. Messages may be none.
  const SyncBuffers& pre_sync(const std::vector<int>& variables, const std::string& cause);
  void post_sync();
  /// Relabels the timelevels of all variables of groups with two or more, on host and device.
  void cycle();
  /// Throws Error for a variable of one timelevel or without storage.
  void copy_from_past(const std::vector<int>& variables);
  /// Before the data are modified, call require_invalid_data.
  void notify_data_modified(const std::vector<Clause>& clauses, Place place);
  void require_invalid_data(const std::vector<Clause>& clauses, Place place);
  void require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader);

  /// What reductions of the slot are made of, where the device computed it for the routine that was called last;
  /// nothing: the points are valid on the host.
  std::optional<DeviceMoments> moments(Slot slot) const;

  /// Storage of these variables begins and ends with a routine or group: call storage_on after it was allocated,
  /// storage_off before it is freed.
  void storage_on(const std::vector<int>& variables);
  void storage_off(const std::vector<int>& variables);

  /// Slots whose copies to the device nobody has awaited since they began; they may be done.
  std::vector<Slot> copies_not_awaited() const;
  /// Awaits all transfers and reports asynchronous faults.
  void finish();

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace nopal
