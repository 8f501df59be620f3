#pragma once
// Services of the driver for thorns. A function gets them from Call::services().

#include "core/grid/decomposition.hpp"
#include "core/parameters/parameters.hpp"
#include "core/reductions/exact_sum.hpp"
#include "core/reductions/reduced.hpp"
#include "core/reductions/reduction.hpp"
#include "core/schedule/routine.hpp"
#include "core/schedule/time_state.hpp"
#include "core/thorn/collective.hpp"
#include "core/thorn/mesh_data.hpp"
#include "core/thorn/not_finite.hpp"
#include "core/variables/variables.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

namespace nopal {

/// Reductions over the owned points of all processes. Results have the same bits for any number of ranks and threads.
/// All functions are collective.
class Reductions {
public:
  virtual ~Reductions() = default;
  /// Returns reductions of a real or integer variable, in the order of `which`. The calling routine must declare the
  /// slot under reduces: or reads:. If a slot under reduces: is valid on the device only, the device has reduced it
  /// before the call. Then `which:` of reduces: must list all reductions asked for here, else this throws Error.
  virtual std::vector<Reduced> reduce(Slot slot, std::span<const Reduction> which) = 0;
  virtual double sum(const ExactSum& local) = 0;
  /// The same for sums to which only integers were added. The result is exact.
  virtual Int128 integer_sum(const ExactSum& local) = 0;
  virtual double max(double local) = 0;
  virtual double min(double local) = 0;
};

/// Who computed the values of a slot, and when.
struct LastWrite {
  std::string routine; ///< full name; empty: not known
  std::int64_t iteration = 0;
  double time = 0; ///< of the iteration

  bool operator==(const LastWrite&) const = default;
};

/// An iteration before the one that is computed.
struct EarlierIteration {
  std::int64_t iteration = 0;
  double time = 0;
};

/// Sync, and the hooks of the Accelerator that infrastructure thorns call (docs/accelerator.md). A name is the full
/// name of a variable or group. The functions with names are collective.
class DataHooks {
public:
  virtual ~DataHooks() = default;
  virtual void sync(const std::vector<std::string>& names) = 0;
  virtual void copy_from_past(const std::vector<std::string>& names) = 0;
  /// A clause is text, such as "wavetoy::phi@0(interior)". on_device: on the device if there is one, else on the host.
  virtual void notify_data_modified(const std::vector<std::string>& clauses, bool on_device) = 0;
  virtual void require_invalid_data(const std::vector<std::string>& clauses, bool on_device) = 0;
  virtual void require_valid_data(const std::vector<std::string>& clauses, bool on_device) = 0;
  /// Returns the regions of the slot that are valid on the host or the device.
  virtual Region valid(Slot slot) const = 0;
  /// Returns the last write of the slot. Empty: nobody has written it. A checkpoint keeps it.
  virtual std::optional<LastWrite> last_write(Slot slot) const = 0;
  /// Says who computed the values that a checkpoint has brought. Call this after notify_data_modified.
  virtual void set_last_write(Slot slot, const LastWrite& write) = 0;
  /// Returns the iteration to which the values of a slot belong, if that is an earlier one than the slot's timelevel
  /// says: a routine computes them again and again, but not at each iteration. Output must say so. Empty: the values
  /// belong to this iteration, or they do not change after the start of the run.
  virtual std::optional<EarlierIteration> earlier_iteration(Slot slot) const = 0;
};

/// The point at which a run continues an earlier one.
struct Recovery {
  std::int64_t iteration = 0;
  bool output_done = false;        ///< the earlier run has done analysis and output of that iteration
  std::optional<TimeState> time{}; ///< TimeStepControl::state() at that iteration

  /// The last iteration whose output is complete. This run writes the output of later iterations again.
  std::int64_t output_until() const { return output_done ? iteration : iteration - 1; }
};

/// The time step of a run that chooses it for each iteration (driver.time_step: adaptive). An integrator that estimates
/// its errors says with it how large steps may be. Call its functions on all ranks with the same values.
class TimeStepControl {
public:
  virtual ~TimeStepControl() = default;
  /// Replaces the time step of this iteration by a smaller one, because the integrator will compute the iteration
  /// again. The next calls of routines get the new step and its time. Throws Error if `dt` is smaller than
  /// driver.min_dt.
  virtual void repeat(double dt) = 0;
  /// Says that the time step of the next iteration should not be larger than `dt`, which is positive. Other limits may
  /// make it smaller.
  virtual void propose(double dt) = 0;
  /// What a run needs to continue from here. A checkpoint keeps it.
  virtual TimeState state() const = 0;
};

/// Why a run ends.
enum class Ending {
  none,        ///< the run goes on
  complete,    ///< it has reached driver.iterations or driver.final_time, or a thorn has ended it
  interrupted, ///< driver.walltime, a signal or the file `terminate` in the output folder has ended it; a later run may
               ///< go on
};

/// Data that thorns keep from one call to the next. The run destroys them.
class States {
public:
  /// Returns the thorn's object of type T. The first call makes it.
  template <class T> T& get(const std::string& thorn) {
    std::shared_ptr<void>& object = objects_[{thorn, typeid(T)}];
    if (!object) object = std::make_shared<T>();
    return *static_cast<T*>(object.get());
  }

private:
  std::map<std::pair<std::string, std::type_index>, std::shared_ptr<void>> objects_;
};

/// What the driver does for thorns.
class Services {
public:
  virtual ~Services() = default;
  virtual const Variables& variables() const = 0;
  virtual const Parameters& parameters() const = 0;
  virtual const Decomposition& decomposition() const = 0;
  virtual Collective& collective() const = 0;
  int rank() const { return collective().rank(); }
  int size() const { return collective().size(); }
  virtual Reductions& reductions() = 0;
  virtual DataHooks& data() = 0;
  /// The unstructured mesh of the run. It may have no sets.
  virtual MeshData& mesh() = 0;
  /// The folder for output. It exists, and rank 0 can write to it.
  virtual const std::string& output_folder() const = 0;
  /// The path, overrides and text of the parfile (Parfile::provenance()).
  virtual const std::string& parfile() const = 0;
  /// Runs `step` on every process. `step` must not communicate. If it throws on any process, all processes throw an
  /// Error that holds all the messages. Collective.
  virtual void together(const std::function<void()>& step) = 0;
  /// Says that this process will take memory beside its variables, such as a copy of output. Call this in paramcheck;
  /// the log then gives the sum. `what` names the thorn and the purpose.
  virtual void needs_memory(const std::string& what, std::size_t bytes) = 0;
  /// Writes a line to the log. Only rank 0 writes.
  virtual void info(const std::string& text) = 0;
  virtual void warn(const std::string& text) = 0;
  /// Says that this process writes values that are not finite into the output of the run. One rank that calls this is
  /// enough, and a thorn may say it at each output. Once all ranks have agreed after the iteration, the log warns of
  /// each variable once in a run. The end of the log and the record of the run name it again.
  virtual void writes_not_finite(const NotFinite& found) = 0;
  /// Says that the log has a report on the variable, so that it needs no warning of writes_not_finite(). Call this on
  /// all ranks.
  virtual void has_reported_not_finite(int variable) = 0;
  /// Call this in paramcheck, the same on all ranks: the run then does not begin with initial data. The routines of the
  /// bin recover load the state instead.
  virtual void recover(const Recovery& recovery) = 0;
  /// Empty: the run begins with initial data, or paramcheck has not decided yet.
  virtual const std::optional<Recovery>& recovered() const = 0;
  /// Null: the time step is fixed.
  virtual TimeStepControl* time_step() { return nullptr; }
  /// Ends the run after this iteration. One rank that calls this is enough.
  virtual void request_termination(const std::string& reason) = 0;
  /// The same, but the run is not complete: a later run goes on.
  virtual void request_interruption(const std::string& reason) = 0;
  /// The schedule calls the item ("checkpoint::write") at its next turn, even if its `every:` does not say so. Its
  /// other conditions still hold. Call this on all ranks.
  virtual void request_call(const std::string& item) = 0;
  /// Registers a function for complete_output() to call in the rest of the run. When `complete` returns, the output of
  /// this thorn is complete. `seconds` returns how long that may take. Call this on all ranks.
  virtual void before_checkpoints(std::function<void()> complete, std::function<double()> seconds) = 0;
  /// Returns once all output so far is complete. A checkpoint calls this before it gets its name, since a run that goes
  /// on from it does not write that output again. Collective.
  virtual void complete_output() = 0;
  /// Returns how long complete_output() may take: the sum over the registered functions.
  virtual double completion_seconds() const = 0;
  /// Wall time since the start of the program, in seconds. All ranks have agreed on it before this iteration.
  virtual double seconds() const = 0;
  /// Whether a user has asked for a checkpoint, by a signal (SIGUSR1) or the file `checkpoint` in the output folder.
  /// All ranks have agreed on it before this iteration.
  virtual bool checkpoint_wanted() const = 0;
  /// Why the run ends. It is `none` until output at the end and the bins terminate and shutdown. Same on all ranks.
  virtual Ending ending() const = 0;
  /// See Call::state().
  States& states() { return states_; }

private:
  States states_;
};

} // namespace nopal
