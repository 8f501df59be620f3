#pragma once
// What scalar variables decide while a run goes on: the conditions `if:` and `while:`, and limits of the time step.

#include "core/accelerator/accelerator.hpp"
#include "core/accelerator/run_observer.hpp"
#include "core/schedule/step.hpp"
#include "core/spaces/host_memory.hpp"
#include "driver/control/control.hpp"
#include "driver/services/time_step.hpp"
#include "driver/setup/description.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace nopal {

/// Evaluates conditions and limits. The answer of a condition decides which syncs and messages follow, so it must be
/// the same on all ranks.
class Conditions {
public:
  /// The objects must outlive this one. time_step: null if it is fixed.
  Conditions(const Session& session, const Description& description, const Domain& domain, HostMemory& memory,
             Accelerator& accelerator, Control& control, RunTimeStep* time_step, const RunObservers& observers)
      : session_(session), description_(description), domain_(domain), memory_(memory), accelerator_(accelerator),
        control_(control), time_step_(time_step), observers_(observers) {}

  /// Collective. Throws the same Error on all ranks if a variable differs between them, if a loop depends on a NaN, or
  /// if a loop does not end although the end of the run was asked for `driver.loop_grace` seconds ago. Sends one
  /// message: 16 bytes for each variable and 8 more.
  bool holds(const Step& step);
  /// Throws Error if the limit of the step is not positive, or if the time step is fixed and larger than the limit.
  void check_limit(const Step& step);
  /// Collective. Chooses the time step: driver.courant times the smallest of the limits that were checked since the
  /// last call, or less. Throws the same Error on all ranks if a limit differs between them, or if the step is too
  /// small. Sends one message of 16 bytes for each limit and 16 more.
  void choose_dt(const Step& step);

private:
  /// A variable of the condition, and its value on this rank.
  struct Value {
    int variable = -1;
    std::variant<std::int64_t, double> value;
  };
  /// A limit in this iteration, and its value on this rank.
  struct Checked {
    const DtLimit* limit;
    double largest;
    std::vector<Value> values; ///< of its variables
  };
  /// Makes the variables valid on the host. `reader`: for messages.
  std::vector<Value> values_of(const std::vector<int>& variables, const std::string& reader);
  std::string text(const std::vector<Value>& values) const;
  std::string text(const Checked& checked) const;
  /// Whether the values are the same on all ranks. If a loop must be given up, throws Error on all ranks.
  bool agree(const Step& step, const std::vector<Value>& values);
  [[noreturn]] void refuse_difference(const Step& step, const std::vector<Value>& values) const;
  [[noreturn]] void give_up(const Step& step, const std::vector<Value>& values, int asked) const;
  void refuse_nan(const Step& step, const std::vector<Value>& values) const;

  const Session& session_;
  const Description& description_;
  const Domain& domain_;
  HostMemory& memory_;
  Accelerator& accelerator_;
  Control& control_;
  RunTimeStep* time_step_;
  const RunObservers& observers_;
  std::vector<Checked> checked_; ///< in this iteration
};

} // namespace nopal
