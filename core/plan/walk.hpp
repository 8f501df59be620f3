#pragma once
// Walks the steps of a run and calls the Coordinator as a run does. It needs no storage, no device and no data.

#include "core/accelerator/coordinator.hpp"
#include "core/plan/epoch_maker.hpp"
#include "core/schedule/run_order.hpp"
#include "core/schedule/storage_scopes.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nopal {

/// The input of a plan. The objects behind the pointers must outlive make_plan() and each PlanWalk.
struct PlanInput {
  const Variables* variables = nullptr;
  const Schedule* schedule = nullptr;
  const Decomposition* decomposition = nullptr;
  const RunMesh* mesh = nullptr; ///< of the rank that is planned; null: all sets are empty
  AcceleratorSettings settings;
  DeviceKind device = DeviceKind::none;
  std::vector<int> temporaries; ///< variables whose storage lasts only while an item runs
  std::int64_t iterations = -1; ///< the last iteration of the run; -1: not known
  /// Makes the epochs of the run. Null: it has none, or only the run knows them.
  std::shared_ptr<const EpochMaker> epochs{};
  int most_in_epoch = 1; ///< iterations
  bool pauses = true;    ///< the run makes an EpochPause
  /// Names an item that may write these regions, but that a walk does not follow. Returns an empty text if there is
  /// none. A null function means that there is never one.
  std::function<std::string(int variable, Region region, std::int64_t iteration)> unseen_writer;
};

/// Data that are missing when a routine, sync, condition or limit of dt needs them.
struct Unmet {
  const Routine* routine = nullptr; ///< null: a sync, a condition, or a limit of dt
  std::string reader; ///< full name of the routine, or of the item that has the sync or condition, or "max_dt of heat"
  std::vector<Clause> invalid;         ///< its reads of regions that are valid nowhere
  std::vector<Clause> without_storage; ///< its clauses whose slots have no storage
  bool empty() const { return invalid.empty() && without_storage.empty(); }
};

/// Grid points that a function may ask for by Call::interpolate() and that are not valid on the host then. Only the run
/// knows which ones.
struct InterpolatedSlot {
  const Routine* routine = nullptr;
  Slot slot;
  Region region = Region::none;
  std::int64_t most_bytes = 0; ///< that one call of interpolate() copies to the host: the payload of the whole region
};

/// Walks the steps of a run for one rank.
class PlanWalk {
public:
  /// The observers get every hook. If data are missing, the walk calls `tolerate`, if it is given. If that returns
  /// true, the walk goes on as if the data were valid, and leaves out slots without storage. Otherwise the walk throws
  /// an Error as a run does.
  using Tolerate = std::function<bool(const Unmet& unmet)>;
  PlanWalk(const PlanInput& input, int rank, std::vector<AcceleratorObserver*> observers, Tolerate tolerate = {});

  /// Answers a condition on a variable; nothing: only the run knows the answer. A walk without it knows none, and skips
  /// all items with such a condition.
  using Answer = std::function<std::optional<bool>(const Step& step)>;
  void answer(Answer answer) { answer_of_ = std::move(answer); }

  /// Walks from startup to the output of iteration 0.
  void start();
  /// Walks one iteration >= 1, from the cycle of timelevels to output.
  void iterate(std::int64_t iteration);
  /// Walks the evolution of an epoch, and the output of its last iteration. `maker` made it.
  void compute(const RunEpoch& made, const EpochMaker& maker);
  /// Walks the end of the run, after the last iteration.
  void end();

  /// Returns the valid regions of each slot at each place. If they are equal at the ends of two iterations, and the
  /// same routines are due then, the walk goes on in the same way.
  std::vector<Region> state() const;
  /// Returns the items that the walk skips because they have a condition on a variable, with this condition
  /// ("wave::refine: wave::steps < 10"). Only the run knows the value.
  const std::set<std::string>& unknown() const { return unknown_; }
  /// Returns what the walk cannot follow because only the run knows the points, once for each function and slot.
  const std::vector<InterpolatedSlot>& interpolations() const { return interpolations_; }
  const Tracker& tracker() const { return coordinator_.tracker(); }
  /// Whether the variable has storage at this point of the walk.
  bool has_storage(int variable) const { return coordinator_.has_storage(variable); }

private:
  void walk();
  void take(const Step& step);
  void call(const Routine& routine);
  void condition(const Step& step);
  void note_interpolations(const Routine& routine);
  void sync(const Step& step);
  void sync_slots(const std::vector<Slot>& slots, const std::string& cause);
  /// Brings scalars at timelevel 0 to the host. `reader`: the item whose condition needs them, or a limit of dt.
  void read_scalars(const std::vector<int>& variables, const std::string& reader, const Location& where);
  /// Returns true if data are missing and this is tolerated. Then it marks them as valid at the place.
  bool tolerates(const Routine* routine, const std::string& reader, const std::vector<Clause>& reads,
                 const std::vector<Clause>& writes, Place place);

  const Variables& variables_;
  Tolerate tolerate_;
  Answer answer_of_;
  bool answer_ = false; ///< to the condition that was asked last
  Spaces spaces_;
  Coordinator coordinator_;
  StorageScopes scopes_;
  RunOrder order_;
  std::set<std::string> unknown_;
  std::vector<InterpolatedSlot> interpolations_;
};

} // namespace nopal
