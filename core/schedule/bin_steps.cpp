#include "core/schedule/bin_steps.hpp"

#include "core/base/assert.hpp"

namespace nopal {

void BinSteps::start(const Schedule::BinItems& bin, const KernelClock& clock, bool at_end,
                     const std::optional<PassedTime>& passed) {
  NOPAL_ASSERT(bin_ == nullptr);
  const auto& [name, nodes] = bin;
  bin_ = &name;
  clock_ = clock;
  turns_.push_back({.node = nullptr,
                    .members = &nodes,
                    .members_pass = {clock.iteration, at_end, passed},
                    .phase = Turn::Phase::members});
}

void BinSteps::set_clock(const KernelClock& clock, const std::optional<PassedTime>& passed) {
  clock_ = clock;
  for (Turn& turn : turns_) turn.members_pass.passed = passed;
}

const std::vector<Step>& BinSteps::next(bool answer) {
  const bool is_first = turns_.size() == 1 && turns_.front().member == 0;
  steps_.clear();
  calls_function_ = false;
  if (bin_ == nullptr) return steps_;
  if (is_first) add(StepKind::begin_bin, *bin_);
  while (!turns_.empty())
    if (!advance(answer)) return steps_;
  add(StepKind::end_bin, *bin_);
  bin_ = nullptr;
  return steps_;
}

bool BinSteps::advance(bool answer) {
  Turn& turn = turns_.back();
  if (turn.phase == Turn::Phase::members) {
    if (turn.member < turn.members->size()) {
      if (calls_function_) return false;
      take_turn((*turn.members)[turn.member++], turn.members_pass);
      return true;
    }
    if (turn.node != nullptr) end(*turn.node);
    if (turn.node == nullptr || turn.node->while_conditions.empty())
      turns_.pop_back();
    else
      turn.phase = Turn::Phase::while_conditions;
    return true;
  }
  const bool is_if = turn.phase == Turn::Phase::if_conditions;
  const bool is_first = !is_if && turn.node->runs_first && turn.passes == 0;
  const std::optional<bool> hold =
      is_first ? true : conditions_hold(turn, is_if ? turn.node->if_conditions : turn.node->while_conditions, answer);
  if (!hold) return false;
  if (!*hold) {
    turns_.pop_back();
  } else if (is_if) {
    turn.phase = Turn::Phase::while_conditions;
  } else {
    begin(*turn.node);
    ++turn.passes;
    turn.phase = Turn::Phase::members;
    turn.member = 0;
  }
  return true;
}

std::optional<bool> BinSteps::conditions_hold(Turn& turn, const std::vector<Condition>& conditions, bool answer) {
  while (turn.condition < conditions.size()) {
    const Condition& condition = conditions[turn.condition];
    if (condition.needs_variables() && !asked_) {
      add(StepKind::condition, turn.node->name);
      steps_.back().condition = &condition;
      if (turn.phase == Turn::Phase::while_conditions && !turn.node->while_conditions.empty())
        steps_.back().passes = turn.passes;
      asked_ = true;
      return std::nullopt;
    }
    const bool holds = condition.needs_variables() ? answer : schedule_.holds(condition);
    asked_ = false;
    if (!holds) return false;
    ++turn.condition;
  }
  turn.condition = 0;
  return true;
}

void BinSteps::take_turn(const ScheduleNode& node, const Schedule::Pass& pass) {
  const bool requested = !pass.at_end && is_requested_ && is_requested_(node.name);
  if (schedule_.has_turn(node, pass, requested))
    turns_.push_back({.node = &node,
                      .members = &node.members,
                      .members_pass = schedule_.pass_of_members(node, pass),
                      .phase = Turn::Phase::if_conditions,
                      .time_offset = turns_.back().time_offset + node.time_offset});
}

void BinSteps::begin(const ScheduleNode& node) {
  if (!node.storage.empty()) add(StepKind::storage_on, node.name, &node.storage);
  if (node.routine < 0) return;
  const Routine& routine = schedule_.routines()[node.routine];
  add(StepKind::call, node.name);
  steps_.back().routine = &routine;
  calls_function_ = calls_function_ || routine.is_function();
}

void BinSteps::end(const ScheduleNode& node) {
  if (!node.sync.empty()) add(StepKind::sync, node.name, &node.sync);
  if (!node.storage.empty()) add(StepKind::storage_off, node.name, &node.storage);
}

void BinSteps::add(StepKind kind, const std::string& name, const std::vector<int>* variables) {
  steps_.push_back({.kind = kind, .clock = clock_, .name = &name, .variables = variables});
  if (turns_.empty() || turns_.back().time_offset == 0) return;
  steps_.back().time_offset = turns_.back().time_offset;
  steps_.back().clock.time += turns_.back().time_offset * clock_.dt;
}

} // namespace nopal
