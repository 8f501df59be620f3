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

/// What a plan is made of. All referred to outlive the plan's making.
struct PlanInput {
  const Variables* variables = nullptr;
  const Schedule* schedule = nullptr;
  const Decomposition* decomposition = nullptr;
  AcceleratorSettings settings;
  bool device = false;          ///< whether there will be one
  bool device_moves = false;    ///< as its Device::moves()
  bool initial_on_host = false; ///< as the parameter
  std::vector<int> temporaries; ///< variables whose storage lasts only while some routine or group runs
  std::int64_t iterations = -1; ///< of the run; -1: not known
  /// Who may have given these regions of a variable data that a walk does not see, in words; empty: nobody. May be
  /// null.
  std::function<std::string(int variable, Region region, std::int64_t iteration)> unseen_writer;
};

/// What a routine, sync or condition needs and does not have when its turn comes.
struct Unmet {
  const Routine* routine = nullptr;    ///< null: a sync or a condition
  std::string reader;                  ///< full name of the routine, or of the item that has the sync or condition
  std::vector<Clause> invalid;         ///< regions read that are valid nowhere; as in the clause otherwise
  std::vector<Clause> without_storage; ///< what is read, written or synchronised without storage
  bool empty() const { return invalid.empty() && without_storage.empty(); }
};

/// One rank's walk.
class PlanWalk {
public:
  /// observers are told of every hook. `tolerate`, where given, is told of what is missing. Where it says true, the
  /// walk goes on as if the data were there, without what has no storage; else an Error is thrown, as in a run.
  using Tolerate = std::function<bool(const Unmet& unmet)>;
  PlanWalk(const PlanInput& input, int rank, std::vector<AcceleratorObserver*> observers, Tolerate tolerate = {});

  /// startup to the output of iteration 0.
  void start();
  /// Iteration n >= 1, from the cycle of timelevels to output.
  void iterate(std::int64_t iteration);
  /// terminate and shutdown, after this iteration.
  void end();

  /// Which regions are valid where: two iterations after which it is the same go on in the same way, as far as
  /// validity decides.
  std::vector<Region> state() const;
  /// Items whose condition on a variable cannot be known before the run ("wave::refine: if wave::steps < 10"). The walk
  /// passes them over.
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
  /// Whether what is unmet, if anything, is tolerated; it is valid at the place then.
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
