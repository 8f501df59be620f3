#include "core/schedule/local_fields.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace nopal {

namespace {

bool reads(const Routine& routine, Slot slot) {
  return std::ranges::any_of(routine.reads, [&](const Clause& clause) { return clause.slot == slot; });
}

bool writes(const Routine& routine, Slot slot) {
  return std::ranges::any_of(routine.writes, [&](const Clause& clause) { return clause.slot == slot; });
}

bool uses(const Routine& routine, Slot slot) { return reads(routine, slot) || writes(routine, slot); }

bool names(const std::vector<int>& variables, Slot slot) { return std::ranges::count(variables, slot.variable) > 0; }

bool runs_once(const ScheduleNode& node) { return node.while_conditions.empty(); }

/// Whether the item runs whenever the items around it do, and then once.
bool always_runs(const ScheduleNode& node, const Schedule& schedule) {
  const Every every;
  return runs_once(node) && node.every.number == every.number && !node.every.names_parameters() &&
         node.trigger.empty() && std::ranges::all_of(node.if_conditions, [&](const Condition& condition) {
           return !condition.needs_variables() && schedule.holds(condition);
         });
}

/// A call of a routine in a bin.
struct CallInBin {
  const Routine* routine;
  std::vector<const ScheduleNode*> nodes; ///< the groups around it, from the outermost one, and its own item
};

/// Visits the schedule in the order of execution.
class LocalFieldSearch {
public:
  LocalFieldSearch(Slot slot, const Schedule& schedule, const Parameters& parameters)
      : slot_(slot), schedule_(schedule), parameters_(parameters) {}

  /// Returns false if a routine of the bin reads what has not just been written.
  bool visit_bin(const std::vector<ScheduleNode>& bin) {
    before_.reset();
    return std::ranges::all_of(bin, [&](const ScheduleNode& node) { return visit(node); });
  }

private:
  bool visit(const ScheduleNode& node) {
    if (never_runs(node)) return true;
    if (names(node.sync, slot_) || names(node.storage, slot_)) return false;
    around_.push_back(&node);
    bool right = node.routine < 0 || visit_call(schedule_.routines()[static_cast<std::size_t>(node.routine)]);
    for (const ScheduleNode& member : node.members) right = right && visit(member);
    around_.pop_back();
    return right;
  }

  bool visit_call(const Routine& routine) {
    if (!uses(routine, slot_)) return true;
    if (reads(routine, slot_) && !has_just_been_written(routine)) return false;
    before_ = {&routine, around_};
    return true;
  }

  /// Whether a condition on parameters that stay as they are keeps the item from running. An item that is not due may
  /// be requested.
  bool never_runs(const ScheduleNode& node) const {
    return std::ranges::any_of(node.if_conditions, [&](const Condition& condition) {
      return !condition.needs_variables() && !schedule_.holds(condition) &&
             std::ranges::none_of(condition.parameters, [&](const std::string& parameter) {
               return parameters_.find(parameter)->steerable == Steerable::always;
             });
    });
  }

  bool has_just_been_written(const Routine& reader) const {
    if (!before_) return false;
    const Region written = regions_of(before_->routine->writes, slot_);
    for (const Clause& clause : reader.reads)
      if (clause.slot == slot_ && (!clause.is_direct() || !covers(written, clause.region))) return false;
    const auto contains = [](const std::vector<const ScheduleNode*>& nodes, const ScheduleNode* node) {
      return std::ranges::count(nodes, node) > 0;
    };
    return std::ranges::all_of(
               before_->nodes,
               [&](const ScheduleNode* node) { return contains(around_, node) || always_runs(*node, schedule_); }) &&
           std::ranges::all_of(
               around_, [&](const ScheduleNode* node) { return contains(before_->nodes, node) || runs_once(*node); });
  }

  Slot slot_;
  const Schedule& schedule_;
  const Parameters& parameters_;
  std::vector<const ScheduleNode*> around_;
  std::optional<CallInBin> before_; ///< the call that has used the field last
};

} // namespace

bool is_handed_on(Slot slot, const Schedule& schedule, const Variables& variables, const Parameters& parameters) {
  const Group& group = variables.group_of(slot.variable);
  if (group.kind != GroupKind::gf || group.type != Type::real || group.timelevels > 1 || group.temporary ||
      is_state(group))
    return false;
  LocalFieldSearch search(slot, schedule, parameters);
  return std::ranges::all_of(schedule.bins(),
                             [&](const Bin& bin) { return search.visit_bin(schedule.nodes(bin.name)); });
}

bool is_local(Slot slot, std::span<const Routine* const> calls, const Schedule& schedule, const Variables& variables,
              const Parameters& parameters) {
  const auto uses_it = [&](const Routine* call) { return uses(*call, slot); };
  const auto first = std::ranges::find_if(calls, uses_it);
  if (first == calls.end() || reads(**first, slot)) return false;
  const auto last = std::find_if(calls.rbegin(), calls.rend(), uses_it);
  return !writes(**last, slot) && is_handed_on(slot, schedule, variables, parameters);
}

} // namespace nopal
