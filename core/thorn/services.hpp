#pragma once
// What the driver offers to thorns: abstract interfaces, handed out by Call::services().

#include "core/grid/decomposition.hpp"
#include "core/parameters/parameters.hpp"
#include "core/reductions/exact_sum.hpp"
#include "core/reductions/reduction.hpp"
#include "core/schedule/routine.hpp"
#include "core/thorn/collective.hpp"
#include "core/thorn/states.hpp"
#include "core/variables/variables.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nopal {

/// Sums over all owned points of all processes; same bits for any number of ranks and threads. All collective.
class Reductions {
public:
  virtual ~Reductions() = default;
  /// Of a real or integer variable's owned points at timelevel 0..n, which the calling routine must have declared under
  /// reduces: or reads:. What it reduces and is valid on the device alone was reduced there, before the routine was
  /// called; Error where `which:` of reduces: lacks one of these. Result in the order of `which`.
  virtual std::vector<double> reduce(Slot slot, std::span<const Reduction> which) = 0;
  virtual double sum(const ExactSum& local) = 0;
  virtual double max(double local) = 0;
  virtual double min(double local) = 0;
};

/// Those hooks of the Accelerator that infrastructure thorns call, and sync. Names as published
/// (docs/accelerator.md); variables by full name of variable or group. All collective.
class DataHooks {
public:
  virtual ~DataHooks() = default;
  virtual void sync(const std::vector<std::string>& names) = 0;
  virtual void copy_from_past(const std::vector<std::string>& names) = 0;
  /// Clauses as text, "wavetoy::phi@0(interior)"; on_device: at the device where there is one, else the host.
  virtual void notify_data_modified(const std::vector<std::string>& clauses, bool on_device) = 0;
  virtual void require_invalid_data(const std::vector<std::string>& clauses, bool on_device) = 0;
  virtual void require_valid_data(const std::vector<std::string>& clauses, bool on_device) = 0;
  /// Regions of the slot that are valid somewhere.
  virtual Region valid(Slot slot) const = 0;
};

/// Where a run goes on that an earlier one has left.
struct Recovery {
  std::int64_t iteration = 0;
  bool output_done = false; ///< the earlier run had passed analysis and output of that iteration, too

  /// The last iteration whose output is complete. What the earlier run has written of later ones, this run writes
  /// again.
  std::int64_t output_until() const { return output_done ? iteration : iteration - 1; }
};

/// How a run has come to its end.
enum class Ending {
  none,        ///< it has not
  complete,    ///< driver.iterations or driver.final_time is reached, or a thorn has found that it is
  interrupted, ///< by driver.walltime, a signal, the file `terminate` in the output folder: a later run may go on
};

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
  /// Folder for output, existing and writable on rank 0.
  virtual const std::string& output_folder() const = 0;
  /// The parfile's path, overrides and text, for provenance (Parfile::provenance()).
  virtual const std::string& parfile() const = 0;
  /// Runs `step`, which does not communicate, on every process; where it throws on any of them, throws an Error with
  /// what they say on all of them, so that none waits for another for ever. Collective.
  virtual void together(const std::function<void()>& step) = 0;
  /// A line in the log, from rank 0.
  virtual void info(const std::string& text) = 0;
  virtual void warn(const std::string& text) = 0;
  /// Called in paramcheck: the run does not begin with initial data but passes the bin recover, whose routines bring
  /// the state of that iteration. Same on all ranks.
  virtual void recover(const Recovery& recovery) = 0;
  /// Nothing: the run begins with initial data, or paramcheck has not decided yet.
  virtual const std::optional<Recovery>& recovered() const = 0;
  /// Ends the run after this iteration, once any rank has asked.
  virtual void request_termination(const std::string& reason) = 0;
  /// The same where the run is not complete and a later one is meant to go on.
  virtual void request_interruption(const std::string& reason) = 0;
  /// The item ("checkpoint::write") is called when its turn comes next, though its `every:` does not say so; what else
  /// it is subject to still holds. Same on all ranks.
  virtual void request_call(const std::string& item) = 0;
  /// For the rest of the run: `complete` is called where complete_output() is. Output that this thorn writes while the
  /// run goes on is complete when it returns, which may take `seconds` from now. Same on all ranks, but for the
  /// seconds.
  virtual void before_checkpoints(std::function<void()> complete, std::function<double()> seconds) = 0;
  /// Returns once all output so far is complete, which a checkpoint needs before it gets its name: a run that goes on
  /// from it writes none of that again. Collective.
  virtual void complete_output() = 0;
  /// How long that may take, by what all of these say.
  virtual double completion_seconds() const = 0;
  /// Wall time since the start of the program, in seconds, as agreed on before this iteration: the same on all ranks.
  virtual double seconds() const = 0;
  /// Whether a signal (SIGUSR1) or the file `checkpoint` in the output folder has asked for a checkpoint, as agreed on
  /// before this iteration: the same on all ranks.
  virtual bool checkpoint_wanted() const = 0;
  /// In the bins terminate and shutdown, and for output at the end. Same on all ranks.
  virtual Ending ending() const = 0;
  /// See Call::state().
  States& states() { return states_; }

private:
  States states_;
};

} // namespace nopal
