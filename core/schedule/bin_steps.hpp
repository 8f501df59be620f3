#pragma once
// The steps of one bin, list after list.

#include "core/schedule/step.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// Gives the steps of a bin at an iteration. A bin of kernels and stencils gives one list. A list ends early if the
/// next step is not known yet: after a condition on a variable, and after a function, since it may request calls of the
/// items after it.
class BinSteps {
public:
  /// Returns whether somebody has requested a call of the item with this full name. BinSteps asks this once for each
  /// turn of the item. Null: nobody requests calls.
  using IsRequested = std::function<bool(const std::string& item)>;

  /// `schedule` outlives this object and its steps.
  explicit BinSteps(const Schedule& schedule, IsRequested is_requested = {})
      : schedule_(schedule), is_requested_(std::move(is_requested)) {}

  /// Starts a bin of the schedule. at_end: this is the pass after the last iteration, for items due at the end.
  /// `passed`: Schedule::Pass::passed.
  void start(const Schedule::BinItems& bin, const KernelClock& clock, bool at_end = false,
             const std::optional<PassedTime>& passed = {});
  /// The same for the bin of this name.
  void start(std::string_view bin, const KernelClock& clock, bool at_end = false,
             const std::optional<PassedTime>& passed = {}) {
    start(schedule_.bin(bin), clock, at_end, passed);
  }
  /// The time step has changed: gives the next steps another time.
  void set_clock(const KernelClock& clock, const std::optional<PassedTime>& passed);

  /// The next list, valid until the next call; empty: the bin is done. Call it when the steps of the last list have
  /// been executed. If that list ends with a condition, `answer` says whether the condition holds.
  const std::vector<Step>& next(bool answer = true);

private:
  /// An item whose turn it is, or the bin itself.
  struct Turn {
    enum class Phase { if_conditions, while_conditions, members };
    const ScheduleNode* node; ///< null: the bin
    const std::vector<ScheduleNode>* members;
    Schedule::Pass members_pass;
    Phase phase;
    std::size_t condition = 0; ///< the next one to look at
    std::size_t member = 0;    ///< the next one that gets its turn
    std::int64_t passes = 0;   ///< how often the item has run
    double time_offset = 0;    ///< of the item and its members, in time steps
  };

  /// Continues the innermost turn. Returns false if the list ends here.
  bool advance(bool answer);
  /// Empty: the list ends with a condition whose answer is not known yet.
  std::optional<bool> conditions_hold(Turn& turn, const std::vector<Condition>& conditions, bool answer);
  void take_turn(const ScheduleNode& node, const Schedule::Pass& pass);
  void begin(const ScheduleNode& node);
  void end(const ScheduleNode& node);
  void add(StepKind kind, const std::string& name, const std::vector<int>* variables = nullptr);

  const Schedule& schedule_;
  IsRequested is_requested_;
  const std::string* bin_ = nullptr; ///< null: no bin is under way
  KernelClock clock_;
  std::vector<Turn> turns_; ///< outermost first
  std::vector<Step> steps_;
  bool asked_ = false;          ///< the last list ends with a condition
  bool calls_function_ = false; ///< the list under way calls a function
};

} // namespace nopal
