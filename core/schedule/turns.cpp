#include "core/base/assert.hpp"
#include "core/schedule/conditions.hpp"
#include "core/schedule/run_bins.hpp"
#include "core/schedule/schedule.hpp"

#include <algorithm>

namespace nopal {

bool Schedule::is_due_at_iteration(const ScheduleNode& node, const Pass& pass) const {
  return nopal::is_due(node.every, *parameters_, pass.iteration, dt_, pass.passed) ||
         is_triggered(node, {pass.iteration, false, pass.passed});
}

bool Schedule::waits_for_end(const ScheduleNode& node) const {
  return is_due_at_end(node.every, *parameters_) || !node.trigger.empty() ||
         std::any_of(node.members.begin(), node.members.end(),
                     [&](const ScheduleNode& member) { return waits_for_end(member); });
}

// In the pass at the end, an item that was due at the last iteration runs again in one case only: it is a group with a
// member that waits for the end.
bool Schedule::is_due(const ScheduleNode& node, const Pass& pass, bool requested) const {
  const bool due = is_due_at_iteration(node, pass);
  if (!pass.at_end) return requested || due;
  if (!due) return is_due_at_end(node.every, *parameters_) || is_triggered(node, pass);
  return std::any_of(node.members.begin(), node.members.end(),
                     [&](const ScheduleNode& member) { return waits_for_end(member); });
}

bool Schedule::has_work(const ScheduleNode& node) const {
  return std::none_of(following_.begin(), following_.end(), [&](const Following& each) {
    return each.routine == node.routine && routines_[node.routine].reads.empty() &&
           routines_[node.routine].writes.empty();
  });
}

bool Schedule::holds(const Condition& condition, const std::function<Scalar(int variable)>& value_of) const {
  NOPAL_ASSERT(value_of || !condition.needs_variables());
  return nopal::holds(condition, [&](const Operand& operand) {
    return operand.variable >= 0 ? value_of(operand.variable) : parameters_->value(operand.parameter).items.front();
  });
}

bool Schedule::parameters_allow(const ScheduleNode& node) const {
  return std::all_of(node.if_conditions.begin(), node.if_conditions.end(),
                     [&](const Condition& condition) { return condition.needs_variables() || holds(condition); });
}

bool Schedule::is_triggered(const ScheduleNode& node, const Pass& pass) const {
  if (node.trigger.empty() || !may_be_triggered(node)) return false;
  return visit_output(pass, [&](int variable) {
    return std::find(node.trigger.begin(), node.trigger.end(), variable) != node.trigger.end();
  });
}

bool Schedule::may_be_triggered(const ScheduleNode& node) const {
  return std::any_of(following_.begin(), following_.end(), [&](const Following& each) {
    return each.from.access != Access::write &&
           std::any_of(each.following.begin(), each.following.end(), [&](const Clause& clause) {
             return std::find(node.trigger.begin(), node.trigger.end(), clause.slot.variable) != node.trigger.end();
           });
  });
}

// Whether an item is triggered takes longest to find out.
bool Schedule::has_turn(const ScheduleNode& node, const Pass& pass, bool requested) const {
  return has_work(node) && parameters_allow(node) && is_due(node, pass, requested);
}

// A group that was not due at the last iteration, and is due at the end, runs its members as at an iteration.
Schedule::Pass Schedule::pass_of_members(const ScheduleNode& node, const Pass& pass) const {
  return {pass.iteration, pass.at_end && is_due_at_iteration(node, pass), pass.passed};
}

std::set<int> Schedule::callable() const {
  std::set<int> found;
  for (const auto& [bin, nodes] : nodes_)
    for (const ScheduleNode& node : nodes) collect_callable(node, found);
  for (const Routine& routine : routines_)
    if (std::any_of(routine.launchers.begin(), routine.launchers.end(), [&](int id) { return found.contains(id); }))
      found.insert(routine.id);
  return found;
}

void Schedule::collect_callable(const ScheduleNode& node, std::set<int>& found) const {
  const bool ever_due = is_ever_due(node.every, *parameters_) || may_be_triggered(node);
  if (!ever_due || !has_work(node) || !parameters_allow(node)) return;
  if (node.routine >= 0) found.insert(node.routine);
  for (const ScheduleNode& member : node.members) collect_callable(member, found);
}

// Output that is itself triggered does not trigger other items.
bool Schedule::visit_output(const ScheduleNode& node, const Pass& pass, const VisitVariable& visit) const {
  const auto reads_output = [&](const Following& each) {
    return each.routine == node.routine && each.from.access != Access::write;
  };
  // Most items are no output. Whether they are due takes longer to find out.
  if (node.members.empty() && std::ranges::none_of(following_, reads_output)) return false;
  const bool due = nopal::is_due(node.every, *parameters_, pass.iteration, dt_, pass.passed);
  if (pass.at_end ? !due && !is_due_at_end(node.every, *parameters_) : !due) return false;
  if (!parameters_allow(node)) return false;
  if (!pass.at_end || !due)
    for (const Following& each : following_)
      if (reads_output(each))
        for (const Clause& clause : each.following)
          if (visit(clause.slot.variable)) return true;
  const Pass of_members{pass.iteration, pass.at_end && due, pass.passed};
  return std::any_of(node.members.begin(), node.members.end(),
                     [&](const ScheduleNode& member) { return visit_output(member, of_members, visit); });
}

bool Schedule::visit_output(const Pass& pass, const VisitVariable& visit) const {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& bin) {
    return std::any_of(bin.second.begin(), bin.second.end(),
                       [&](const ScheduleNode& node) { return visit_output(node, pass, visit); });
  });
}

std::set<int> Schedule::output_variables(const Pass& pass) const {
  std::set<int> found;
  visit_output(pass, [&](int variable) {
    found.insert(variable);
    return false;
  });
  return found;
}

bool Schedule::computes_again(int variable) const {
  const std::set<int> called = callable();
  return std::any_of(called.begin(), called.end(), [&](int id) {
    const Routine& routine = routines_[static_cast<std::size_t>(id)];
    return !routine.bin.empty() && !is_start_bin(routine.bin) &&
           std::any_of(routine.writes.begin(), routine.writes.end(),
                       [&](const Clause& clause) { return clause.slot.variable == variable; });
  });
}

} // namespace nopal
