#pragma once
// Walks the schedule with the Coordinator of a run: there is no storage, no device and no data.

#include "core/accelerator/coordinator.hpp"
#include "core/schedule/run_order.hpp"
#include "core/schedule/storage_scopes.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace nopal {

/// The input of a plan. Everything it points to outlives make_plan().
struct PlanInput {
  const Variables* variables = nullptr;
  const Schedule* schedule = nullptr;
  const Decomposition* decomposition = nullptr;
  AcceleratorSettings settings;
  bool device = false;          ///< whether the run has a device
  bool device_moves = false;    ///< its Device::moves()
  bool initial_on_host = false; ///< the parameter's value
  std::vector<int> temporaries; ///< variables whose storage lasts only while an item runs
  std::int64_t iterations = -1; ///< the last iteration of the run; -1: not known
  /// Names somebody who may have written these regions without being seen by a walk; empty: nobody. Null: nobody ever.
  std::function<std::string(int variable, Region region, std::int64_t iteration)> unseen_writer;
};

/// Data that a routine, sync or condition needs at its turn but that are missing.
struct Unmet {
  const Routine* routine = nullptr;    ///< null: a sync or a condition
  std::string reader;                  ///< full name of the routine, or of the item that has the sync or condition
  std::vector<Clause> invalid;         ///< its reads, with the regions that are valid nowhere
  std::vector<Clause> without_storage; ///< slots that it uses and that have no storage
  bool empty() const { return invalid.empty() && without_storage.empty(); }
};

/// Walks the steps of a run for one rank.
class PlanWalk {
public:
  /// The observers see every hook. `tolerate` is called with missing data, if it is given. If it returns true, the walk
  /// goes on as if they were valid, and leaves out slots without storage. Otherwise the walk throws an Error, as a run.
  using Tolerate = std::function<bool(const Unmet& unmet)>;
  PlanWalk(const PlanInput& input, int rank, std::vector<AcceleratorObserver*> observers, Tolerate tolerate = {});

  /// Walks from startup to the output of iteration 0.
  void start();
  /// Walks one iteration >= 1, from the cycle of timelevels to output.
  void iterate(std::int64_t iteration);
  /// Walks the end of the run, after the last iteration.
  void end();

  /// The valid regions of each slot at each place. If they are equal at the ends of two iterations, and the same
  /// routines are due, the walk goes on in the same way.
  std::vector<Region> state() const;
  /// Items that the walk skips, since their condition on a variable is known only in the run ("wave::refine:
  /// wave::steps < 10").
  const std::set<std::string>& unknown() const { return unknown_; }
  const Tracker& tracker() const { return coordinator_.tracker(); }
  /// Whether the variable has storage at this point of the walk.
  bool has_storage(int variable) const { return coordinator_.has_storage(variable); }

private:
  void walk();
  void take(const Step& step);
  void call(const Routine& routine);
  void sync(const Step& step);
  void storage_on(const std::vector<int>& variables);
  /// Brings the condition's variable to the host; whether the condition holds stays unknown.
  void look_at(const Step& step);
  void find_invalid(const std::vector<Clause>& reads, Unmet& unmet);
  void find_without_storage(const std::vector<Clause>& clauses, Unmet& unmet);
  /// True: data are missing, and it is tolerated; they are then valid at the place.
  bool accept(const Unmet& unmet, Place place);

  const PlanInput& input_;
  Tolerate tolerate_;
  Spaces spaces_;
  Coordinator coordinator_;
  StorageScopes scopes_;
  RunOrder order_;
  std::set<std::string> unknown_;
};

} // namespace nopal
