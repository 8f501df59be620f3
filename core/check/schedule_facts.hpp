#pragma once
// What a check asks of a schedule beside its walk: order, conditions, who else may touch a variable.

#include "core/declarations/thorn.hpp"
#include "core/schedule/schedule.hpp"

#include <map>
#include <string>
#include <vector>

namespace nopal {

class ScheduleFacts {
public:
  /// All outlive this.
  ScheduleFacts(const Variables& variables, const Schedule& schedule, const std::vector<ThornDeclaration>& thorns);

  const Variables& variables() const { return variables_; }
  const std::vector<Routine>& routines() const { return schedule_.routines(); }
  const std::vector<ThornDeclaration>& thorns() const { return thorns_; }
  const Routine& routine(int id) const { return schedule_.routines()[static_cast<std::size_t>(id)]; }

  /// Position in a pass through all bins.
  int order(int routine) const { return order_[static_cast<std::size_t>(routine)]; }
  /// Of an item; a group's is behind its members. -1: there is no such item.
  int order(const std::string& full_name) const;
  /// The bin of an item; empty where there is no such item.
  std::string bin(const std::string& full_name) const;
  /// Whether the routine runs once, before the first iteration.
  bool at_start(const Routine& routine) const;
  /// The item of this full name, or null.
  const ScheduleNode* item(const std::string& full_name) const;
  /// The int parameter under `every:` of the item, or of the innermost group around it that has one; empty: there is
  /// none.
  std::string every_parameter(const std::string& full_name) const;
  /// The first item that gives the variable storage while it runs, or null.
  const ScheduleNode* holder(int variable) const;
  /// Routines that write the variable, at any timelevel, in order.
  std::vector<int> writers(int variable) const;
  /// Whether a walk passes the routine over, since its condition is on a variable.
  bool left_out(int routine) const { return left_out_[static_cast<std::size_t>(routine)] != 0; }

  /// Who may give these regions of the variable data that a walk does not see: items that it leaves out, and functions
  /// with `options: global` of thorns that know the variable, which may call hooks by themselves. For a sentence that
  /// goes on after "unless it comes from "; empty where there is none. At iteration 0, items of bins that do not run
  /// then give nothing yet.
  std::string unseen_writer(int variable, Region region, std::int64_t iteration) const;
  /// Whether anybody may read the variable whom a walk does not see.
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
