#pragma once
// Facts about a schedule for checks: the order, conditions, and accesses to variables that a walk does not see.

#include "core/declarations/thorn.hpp"
#include "core/schedule/schedule.hpp"

#include <map>
#include <string>
#include <vector>

namespace nopal {

class ScheduleFacts {
public:
  /// All arguments must outlive this object.
  ScheduleFacts(const Variables& variables, const Schedule& schedule, const std::vector<ThornDeclaration>& thorns);

  const Variables& variables() const { return variables_; }
  const Schedule& schedule() const { return schedule_; }
  const std::vector<Routine>& routines() const { return schedule_.routines(); }
  const std::vector<ThornDeclaration>& thorns() const { return thorns_; }
  const Routine& routine(int id) const { return schedule_.routines()[static_cast<std::size_t>(id)]; }

  /// Returns the routine's position in a pass through all bins.
  int order(int routine) const { return order_[static_cast<std::size_t>(routine)]; }
  /// Returns the same for an item. A group comes after its members. -1: there is no such item.
  int order(const std::string& full_name) const;
  /// Returns the bin of an item. Empty: there is no such item.
  std::string bin(const std::string& full_name) const;
  /// Whether the routine runs once, before the first iteration.
  bool at_start(const Routine& routine) const;
  /// Returns the item that has this full name, or null.
  const ScheduleNode* item(const std::string& full_name) const;
  /// Returns the int parameter under `every:` of the item. If it has none, this is the one of the innermost group
  /// around it that has one. Empty: there is none.
  std::string every_parameter(const std::string& full_name) const;
  /// Returns an item that lists the variable under `storage:`, or null. Of several it is the first by name.
  const ScheduleNode* holder(int variable) const;
  /// Returns the routines that write any timelevel of the variable, in order.
  std::vector<int> writers(int variable) const;
  /// Whether a walk skips the routine because of a condition on a variable.
  bool left_out(int routine) const { return left_out_[static_cast<std::size_t>(routine)] != 0; }

  /// Names somebody who may write these regions of the variable and whom a walk does not see. The text can follow
  /// "unless it comes from ". Empty: there is nobody. A walk does not see items that it skips. It also does not see
  /// what functions with `options: global` do: they may call hooks, for the variables that their thorn knows. At
  /// iteration 0 only items whose bins have run by then count.
  std::string unseen_writer(int variable, Region region, std::int64_t iteration) const;
  /// Whether somebody whom a walk does not see may read the variable.
  bool unseen_reader(int variable) const;

private:
  struct Item {
    const ScheduleNode* node = nullptr;
    int order = -1;
    std::string bin;
    std::string every_parameter;
  };
  void visit(const ScheduleNode& node, const std::string& bin, const ScheduleNode* condition,
             const std::string& every_parameter);
  bool knows(const ThornDeclaration& thorn, int variable) const;
  const ItemDeclaration* global_function(int variable, std::string& name) const;

  const Variables& variables_;
  const Schedule& schedule_;
  const std::vector<ThornDeclaration>& thorns_;
  std::vector<int> order_;
  std::vector<char> left_out_;
  std::map<std::string, Item> items_;            ///< by full name
  std::vector<const ScheduleNode*> conditional_; ///< outermost items with a condition on a variable
  int count_ = 0;
};

} // namespace nopal
