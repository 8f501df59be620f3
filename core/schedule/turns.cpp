#include "core/base/assert.hpp"
#include "core/schedule/conditions.hpp"
#include "core/schedule/schedule.hpp"

#include <algorithm>

namespace nopal {

bool Schedule::is_due_at_iteration(const ScheduleNode& node, std::int64_t iteration) const {
  return nopal::is_due(node.every, *parameters_, iteration, dt_);
}

bool Schedule::waits_for_end(const ScheduleNode& node) const {
  return is_due_at_end(node.every, *parameters_) || !node.trigger.empty() ||
         std::any_of(node.members.begin(), node.members.end(),
                     [&](const ScheduleNode& member) { return waits_for_end(member); });
}

// In the pass at the end, an item that was due at the last iteration runs again in two cases only: it is a group with a
// member that waits for the end, or it is triggered by output of the end and was not triggered at the last iteration.
bool Schedule::is_due(const ScheduleNode& node, const Pass& pass, bool requested) const {
  const bool due = is_due_at_iteration(node, pass.iteration);
  if (!pass.at_end) return requested || due;
  if (!due) return is_due_at_end(node.every, *parameters_);
  if (!node.trigger.empty()) return !is_triggered(node, {pass.iteration, false});
  return node.routine < 0 && waits_for_end(node);
}

bool Schedule::has_work(const ScheduleNode& node) const {
  return std::none_of(following_.begin(), following_.end(), [&](const Following& each) {
    return each.routine == node.routine && routines_[node.routine].reads.empty() &&
           routines_[node.routine].writes.empty();
  });
}

bool Schedule::holds(const Condition& condition) const {
  NOPAL_ASSERT(condition.variable < 0);
  return nopal::holds(condition, parameters_->value(condition.parameter).items.front());
}

bool Schedule::parameters_allow(const ScheduleNode& node) const {
  return std::all_of(node.if_conditions.begin(), node.if_conditions.end(),
                     [&](const Condition& condition) { return condition.variable >= 0 || holds(condition); });
}

bool Schedule::is_triggered(const ScheduleNode& node, const Pass& pass) const {
  if (node.trigger.empty()) return true;
  const std::set<int> output = output_variables(pass);
  return std::any_of(node.trigger.begin(), node.trigger.end(), [&](int variable) { return output.contains(variable); });
}

bool Schedule::has_turn(const ScheduleNode& node, const Pass& pass, bool requested) const {
  return is_due(node, pass, requested) && has_work(node) && parameters_allow(node) && is_triggered(node, pass);
}

// A group that was not due at the last iteration, and is due at the end, runs its members as at an iteration.
Schedule::Pass Schedule::pass_of_members(const ScheduleNode& node, const Pass& pass) const {
  return {pass.iteration, pass.at_end && is_due_at_iteration(node, pass.iteration)};
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
  if (!is_ever_due(node.every, *parameters_) || !has_work(node) || !parameters_allow(node)) return;
  if (node.routine >= 0) found.insert(node.routine);
  for (const ScheduleNode& member : node.members) collect_callable(member, found);
}

void Schedule::collect_output(const ScheduleNode& node, const Pass& pass, std::set<int>& found) const {
  const bool due = is_due_at_iteration(node, pass.iteration);
  if (pass.at_end ? !due && !is_due_at_end(node.every, *parameters_) : !due) return;
  if (!parameters_allow(node)) return;
  if (!pass.at_end || !due)
    for (const Following& each : following_)
      if (each.routine == node.routine && each.from.access != Access::write)
        for (const Clause& clause : each.following) found.insert(clause.slot.variable);
  for (const ScheduleNode& member : node.members) collect_output(member, pass_of_members(node, pass), found);
}

std::set<int> Schedule::output_variables(const Pass& pass) const {
  std::set<int> found;
  for (const Bin& bin : bins_)
    for (const ScheduleNode& node : nodes(bin.name)) collect_output(node, pass, found);
  return found;
}

} // namespace nopal
