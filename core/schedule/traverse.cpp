#include "core/base/assert.hpp"
#include "core/schedule/conditions.hpp"
#include "core/schedule/schedule.hpp"

#include <algorithm>

namespace nopal {

namespace {

Scalar parameter_value(const Parameters& parameters, const std::string& name) {
  switch (parameters.find(name)->type) {
  case ParameterType::boolean:
    return parameters.boolean(name);
  case ParameterType::integer:
    return parameters.integer(name);
  case ParameterType::real:
    return parameters.real(name);
  case ParameterType::string:
  case ParameterType::keyword:
    return parameters.string(name);
  }
  NOPAL_ASSERT(false);
}

} // namespace

bool ScheduleVisitor::holds(const Condition& condition, const std::string& reader) {
  return nopal::holds(condition, scalar(condition.variable, reader));
}

void Schedule::traverse(const std::string& bin, std::int64_t iteration, ScheduleVisitor& visitor) const {
  for (const ScheduleNode& node : nodes(bin)) run(node, iteration, visitor);
}

bool Schedule::is_due(const ScheduleNode& node, std::int64_t iteration) const {
  const std::int64_t n = every(node);
  return n > 0 && iteration % n == 0;
}

std::int64_t Schedule::every(const ScheduleNode& node) const {
  return node.every_parameter.empty() ? node.every : parameters_->integer(node.every_parameter);
}

bool Schedule::has_work(const ScheduleNode& node) const {
  return std::none_of(following_.begin(), following_.end(), [&](const FollowingReads& reads) {
    return reads.routine == node.routine && reads.following.empty() && reads.declared.empty() &&
           routines_[node.routine].writes.empty();
  });
}

bool Schedule::holds(const Condition& condition, const std::string& reader, ScheduleVisitor& visitor) const {
  if (condition.variable >= 0) return visitor.holds(condition, reader);
  return nopal::holds(condition, parameter_value(*parameters_, condition.parameter));
}

bool Schedule::parameters_allow(const ScheduleNode& node) const {
  return std::all_of(node.if_conditions.begin(), node.if_conditions.end(), [&](const Condition& condition) {
    return condition.variable >= 0 || nopal::holds(condition, parameter_value(*parameters_, condition.parameter));
  });
}

bool Schedule::is_triggered(const ScheduleNode& node, std::int64_t iteration) const {
  if (node.trigger.empty()) return true;
  const std::vector<int> output = output_variables(iteration);
  return std::any_of(node.trigger.begin(), node.trigger.end(),
                     [&](int variable) { return std::binary_search(output.begin(), output.end(), variable); });
}

void Schedule::run(const ScheduleNode& node, std::int64_t iteration, ScheduleVisitor& visitor) const {
  if (!is_due(node, iteration) || !has_work(node) || !parameters_allow(node) || !is_triggered(node, iteration)) return;
  const auto hold = [&](const std::vector<Condition>& conditions) {
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const Condition& condition) { return holds(condition, node.name, visitor); });
  };
  if (!hold(node.if_conditions)) return;
  if (node.while_conditions.empty()) return run_once(node, iteration, visitor);
  while (hold(node.while_conditions)) run_once(node, iteration, visitor);
}

void Schedule::run_once(const ScheduleNode& node, std::int64_t iteration, ScheduleVisitor& visitor) const {
  const bool is_routine = node.routine >= 0;
  const std::vector<int>& storage = is_routine ? routines_[node.routine].storage : node.storage;
  const std::vector<int>& sync = is_routine ? routines_[node.routine].sync : node.sync;
  if (!storage.empty()) visitor.storage_on(storage);
  if (is_routine) visitor.call(routines_[node.routine]);
  for (const ScheduleNode& member : node.members) run(member, iteration, visitor);
  if (!sync.empty()) visitor.sync(sync, node.name);
  if (!storage.empty()) visitor.storage_off(storage);
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
  if (every(node) <= 0 || !has_work(node) || !parameters_allow(node)) return;
  if (node.routine >= 0) found.insert(node.routine);
  for (const ScheduleNode& member : node.members) collect_callable(member, found);
}

void Schedule::collect_output(const ScheduleNode& node, std::int64_t iteration, std::set<int>& found) const {
  if (!is_due(node, iteration) || !parameters_allow(node)) return;
  for (const FollowingReads& reads : following_)
    if (reads.routine == node.routine)
      for (const Clause& clause : reads.following) found.insert(clause.slot.variable);
  for (const ScheduleNode& member : node.members) collect_output(member, iteration, found);
}

std::vector<int> Schedule::output_variables(std::int64_t iteration) const {
  std::set<int> found;
  for (const Bin& bin : bins_)
    for (const ScheduleNode& node : nodes(bin.name)) collect_output(node, iteration, found);
  return {found.begin(), found.end()};
}

void Schedule::collect_periods(const ScheduleNode& node, std::set<std::int64_t>& found) const {
  if (every(node) > 0) found.insert(every(node));
  for (const ScheduleNode& member : node.members) collect_periods(member, found);
}

std::vector<std::int64_t> Schedule::periods() const {
  std::set<std::int64_t> found;
  for (const Bin& bin : bins_)
    for (const ScheduleNode& node : nodes(bin.name)) collect_periods(node, found);
  return {found.begin(), found.end()};
}

} // namespace nopal
