#pragma once
// The one interface of all observers of a run: the trace, the watchdog, the comparison with a plan, the record.

#include "core/accelerator/observer.hpp"
#include "core/device/counters.hpp"
#include "core/parameters/steering.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// A message of a sync that is under way.
struct PendingMessage {
  int rank = 0;         ///< the neighbour
  bool arrives = false; ///< true: from the neighbour; false: to it
  std::size_t bytes = 0;
};

/// What a rank does besides routines and hooks.
enum class Work : std::uint8_t { exchange, reduction, wait };

/// A condition of `while:` that was evaluated.
struct LoopPass {
  std::string item;        ///< full name of the item that the loop repeats
  std::string condition;   ///< as written
  std::string values;      ///< "heat::residual is 0.5"
  std::int64_t passes = 0; ///< how often the item has run in this loop
  bool goes_on = false;    ///< the condition holds
};

/// Data have streamed through the device (core/launch/streamed_pass.hpp).
struct StreamedData {
  std::int64_t iteration = 0; ///< the first one, if several were computed
  std::string what;           ///< the routines
  Counters copies{};

  bool operator==(const StreamedData&) const = default;
};

/// A variable of which the output of the run has values that are not finite.
struct NotFiniteOutput {
  std::string variable;             ///< full name
  std::vector<std::string> outputs; ///< the thorns that wrote them, in alphabetical order
  std::int64_t iteration = 0;       ///< the first one whose output has them
  double time = 0;                  ///< of the iteration
  std::string what;                 ///< the first value, and where it is as far as known

  bool operator==(const NotFiniteOutput&) const = default;
};

/// Gets the events of a run in the order in which they happen, on the thread of the run.
class RunObserver : public AcceleratorObserver {
public:
  void end(const HookEvent& /*event*/) override {}

  // Exchange of ghosts and reductions. These functions must not communicate.
  /// Work may begin inside other work. The work that began last ends first. `cause` names who asked. It may be empty.
  virtual void begin_work(Work /*work*/, std::string_view /*name*/, std::string_view /*cause*/) {}
  virtual void end_work() {}
  /// All messages of an exchange have been posted.
  virtual void messages_posted(std::span<const PendingMessage> /*messages*/) {}
  /// Called once for each posted message, in any order.
  virtual void message_done(std::size_t /*message*/) {}

  virtual void streamed(const StreamedData& /*data*/) {}

  /// A loop of the schedule runs its item again, or ends.
  virtual void looped(const LoopPass& /*pass*/) {}

  // The time loop. These functions are called on all ranks and may communicate.
  /// The run knows now whether it goes on from a checkpoint.
  virtual void paramcheck_done() {}
  /// The run goes on from a checkpoint; called before the checkpoint is read.
  virtual void recovery_begins() {}
  /// The start is over: the output of iteration 0 is written, or the state of the checkpoint is read.
  virtual void start_done() {}
  /// The output of the iteration is written, except what a thorn still writes in the background.
  virtual void iteration_done(std::int64_t /*iteration*/) {}
  /// Output has values of more variables that are not finite. Called when all ranks know of them.
  virtual void found_not_finite(std::span<const NotFiniteOutput> /*variables*/) {}
  /// steer.yaml was read. The changes hold from `iteration` on; there may be none.
  virtual void steered(std::int64_t /*iteration*/, std::span<const ParameterChange> /*changes*/) {}
  /// The schedule item was called because a thorn asked for it.
  virtual void called_at_request(const std::string& /*item*/) {}
  /// The bins of the end are over. `complete`: the run reached its last iteration.
  virtual void run_done(bool /*complete*/) {}
};

/// The observers of a run, in the order in which they get each event.
using RunObservers = std::vector<RunObserver*>;

/// Calls a function of every observer: notify(observers, &RunObserver::iteration_done, iteration).
template <class... Parameters, class... Arguments>
void notify(const RunObservers& observers, void (RunObserver::*event)(Parameters...), const Arguments&... arguments) {
  for (RunObserver* observer : observers) (observer->*event)(arguments...);
}

/// Calls begin_work when it is constructed and end_work when it is destroyed.
class WorkScope {
public:
  WorkScope(const RunObservers& observers, Work work, std::string_view name, std::string_view cause = {})
      : observers_(observers) {
    notify(observers_, &RunObserver::begin_work, work, name, cause);
  }
  ~WorkScope() { notify(observers_, &RunObserver::end_work); }
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

private:
  const RunObservers& observers_;
};

} // namespace nopal
