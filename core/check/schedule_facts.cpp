#include "core/check/schedule_facts.hpp"

#include "core/base/contains.hpp"
#include "core/declarations/name_scope.hpp"
#include "core/schedule/run_bins.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

bool names(const std::vector<Clause>& clauses, int variable, Region region = Region::everywhere) {
  return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
    return clause.slot.variable == variable && any(clause.region & region);
  });
}

/// Returns the item's first condition on variables, or null.
const Condition* condition_of(const ScheduleNode& node) {
  for (const auto* conditions : {&node.if_conditions, &node.while_conditions})
    for (const Condition& condition : *conditions)
      if (condition.needs_variables()) return &condition;
  return nullptr;
}

/// Whether two comparisons are the same.
bool are_same(const Condition& a, const Condition& b) {
  return a.kind == Condition::Kind::comparison && b.kind == a.kind && a.left == b.left && a.op == b.op &&
         a.right == b.right;
}

bool gives_data(const Schedule& schedule, const ScheduleNode& node, int variable, Region region) {
  if (any(region & Region::ghosts) && contains(node.sync, variable)) return true;
  if (node.routine >= 0) return names(schedule.routines()[node.routine].writes, variable, region);
  return std::any_of(node.members.begin(), node.members.end(),
                     [&](const ScheduleNode& member) { return gives_data(schedule, member, variable, region); });
}

} // namespace

ScheduleFacts::ScheduleFacts(const Variables& variables, const Schedule& schedule,
                             const std::vector<ThornDeclaration>& thorns)
    : variables_(variables), schedule_(schedule), thorns_(thorns) {
  for (const Bin& bin : schedule.bins())
    for (const ScheduleNode& node : schedule.nodes(bin.name)) visit(node, {.bin = bin.name}, nullptr);
}

void ScheduleFacts::visit(const ScheduleNode& node, Item item, const Condition* repeat) {
  item.node = &node;
  if (!node.every.iterations.empty()) item.every_parameter = node.every.iterations;
  const Condition* const condition = condition_of(node);
  if (node.runs_first) repeat = condition;
  if (condition != nullptr && repeat != nullptr && are_same(*condition, *repeat)) {
    repeats_.insert(condition);
  } else if (!item.left_out && condition != nullptr) {
    item.left_out = true;
    conditional_.push_back(&node);
  }
  for (const ScheduleNode& member : node.members) visit(member, item, repeat);
  item.order = static_cast<int>(items_.size());
  items_.emplace(node.name, std::move(item));
}

const ScheduleFacts::Item& ScheduleFacts::item(const std::string& full_name) const {
  static const Item none;
  const auto found = items_.find(full_name);
  return found != items_.end() ? found->second : none;
}

std::string ScheduleFacts::declared_text(const Location& where) const {
  for (const ThornDeclaration& thorn : thorns_)
    for (const ItemDeclaration& item : thorn.schedule)
      for (const ClauseDeclaration& clause : item.clauses)
        if (clause.where == where) return clause.text;
  return "";
}

const ScheduleNode* ScheduleFacts::holder(int variable) const {
  for (const auto& [name, item] : items_)
    if (contains(item.node->storage, variable)) return item.node;
  return nullptr;
}

std::vector<const Routine*> ScheduleFacts::writers(int variable) const {
  std::vector<const Routine*> found;
  for (const Routine& routine : routines())
    if (names(routine.writes, variable) && !is_stage_kernel(routine)) found.push_back(&routine);
  std::sort(found.begin(), found.end(), [this](const Routine* a, const Routine* b) {
    return item(a->full_name()).order < item(b->full_name()).order;
  });
  return found;
}

std::string ScheduleFacts::global_function(int variable) const {
  const std::string name = variables_.full_name(variable);
  for (const ThornDeclaration& thorn : thorns_) {
    if (NameScope(thorn).find(name, [](const std::string&) { return true; }).empty()) continue;
    for (const ItemDeclaration& item : thorn.schedule)
      if (item.kind == ItemKind::function && item.mode == Mode::global)
        return fmt::format("{}::{} ({})", thorn.name, item.name, item.where.text());
  }
  return "";
}

std::string ScheduleFacts::unseen_writer(int variable, Region region, std::int64_t iteration) const {
  const auto has_run = [&](const ScheduleNode& node) {
    const std::string& in = item(node.name).bin;
    return iteration > 0 || has_bin(start_bins, in) || has_bin(initial_bins, in) || has_bin(first_bins, in);
  };
  for (const ScheduleNode* node : conditional_)
    if (has_run(*node) && gives_data(schedule_, *node, variable, region))
      return fmt::format("{} ({}), which runs only if {} (only the run knows this)", node->name, node->where.text(),
                         condition_of(*node)->text);
  const std::string function = global_function(variable);
  return function.empty() ? "" : function + ", which may call hooks by itself (options: global)";
}

bool ScheduleFacts::unseen_reader(int variable) const {
  const auto is_unseen = [&](const Routine& routine) {
    return names(routine.reads, variable) && !is_stage_kernel(routine) && item(routine.full_name()).left_out;
  };
  return !global_function(variable).empty() || std::any_of(routines().begin(), routines().end(), is_unseen);
}

} // namespace nopal
