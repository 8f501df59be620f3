#pragma once
// Facts about a schedule for checks: the order, conditions, and accesses to variables that a walk does not see.

#include "core/declarations/thorn.hpp"
#include "core/schedule/schedule.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace nopal {

/// Whether the routine is the kernel of a stage. The stencil's routine stands for it: it has the reads and writes of
/// all stages, and the walk calls it.
inline bool is_stage_kernel(const Routine& routine) { return routine.stage >= 0; }

class ScheduleFacts {
public:
  /// All arguments must outlive this object.
  ScheduleFacts(const Variables& variables, const Schedule& schedule, const std::vector<ThornDeclaration>& thorns);

  const Variables& variables() const { return variables_; }
  const std::vector<Routine>& routines() const { return schedule_.routines(); }
  const std::vector<ThornDeclaration>& thorns() const { return thorns_; }
  const Routine& routine(int id) const { return schedule_.routines()[id]; }

  struct Item {
    const ScheduleNode* node = nullptr;
    int order = -1; ///< position in a pass through all bins; a group comes after its members
    std::string bin;
    /// The int parameter under `every:` of the item. If it has none, this is the one of the innermost group around it
    /// that has one. Empty: there is none.
    std::string every_parameter{};
    bool left_out = false; ///< a walk skips the item because of a condition on a variable that it cannot answer
  };
  /// Returns the item that has this full name. An Item without a node: there is none, as for a kernel that functions
  /// launch.
  const Item& item(const std::string& full_name) const;
  /// Returns the text of the clause that a declaration has at this location. Empty: there is none.
  std::string declared_text(const Location& where) const;
  /// Returns an item that lists the variable under `storage:`, or null. If there are several: the first by name.
  const ScheduleNode* holder(int variable) const;
  /// Returns the routines that write any timelevel of the variable, in order.
  std::vector<const Routine*> writers(int variable) const;

  /// Names an item that may write these regions of the variable although a walk does not see this. The text can follow
  /// "the data may come from ". Empty: there is none. A walk does not see items that it skips. It also does not see
  /// what functions with `options: global` do: they may call hooks for the variables that their thorn knows. At
  /// iteration 0 an item counts only if its bin has run by then.
  std::string unseen_writer(int variable, Region region, std::int64_t iteration) const;
  /// As Schedule::computes_again.
  bool computes_again(int variable) const { return schedule_.computes_again(variable); }
  /// Whether the condition repeats a step whose error is too large (ScheduleNode::runs_first). A walk can answer it.
  bool repeats_step(const Condition& condition) const { return repeats_.contains(&condition); }
  /// Whether the schedule has such conditions.
  bool repeats_steps() const { return !repeats_.empty(); }
  /// Whether a routine may read the variable although a walk does not see this.
  bool unseen_reader(int variable) const;

private:
  /// `repeat`: the condition of the loop around the node that repeats a step; null: there is none.
  void visit(const ScheduleNode& node, Item item, const Condition* repeat);
  /// Names a function with `options: global` of a thorn that knows the variable. Empty: there is none.
  std::string global_function(int variable) const;

  const Variables& variables_;
  const Schedule& schedule_;
  const std::vector<ThornDeclaration>& thorns_;
  std::map<std::string, Item> items_;            ///< by full name
  std::vector<const ScheduleNode*> conditional_; ///< outermost items with a condition on a variable that is not below
  std::set<const Condition*> repeats_;           ///< conditions of loops that repeat a step, and of items in them
};

} // namespace nopal
