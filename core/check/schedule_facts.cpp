#include "core/check/schedule_facts.hpp"

#include "core/schedule/run_bins.hpp"

#include <algorithm>

namespace nopal {

namespace {

bool names(const std::vector<Clause>& clauses, int variable, Region region = Region::everywhere) {
  return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
    return clause.slot.variable == variable && any(clause.region & region);
  });
}

bool contains(const std::vector<int>& list, int variable) {
  return std::find(list.begin(), list.end(), variable) != list.end();
}

/// Returns the item's first condition on a variable, or null.
const Condition* condition_of(const ScheduleNode& node) {
  for (const auto* conditions : {&node.if_conditions, &node.while_conditions})
    for (const Condition& condition : *conditions)
      if (condition.variable >= 0) return &condition;
  return nullptr;
}

bool gives_data(const Schedule& schedule, const ScheduleNode& node, int variable, Region region) {
  if (any(region & Region::ghosts) && contains(node.sync, variable)) return true;
  if (node.routine >= 0)
    return names(schedule.routines()[static_cast<std::size_t>(node.routine)].writes, variable, region);
  return std::any_of(node.members.begin(), node.members.end(),
                     [&](const ScheduleNode& member) { return gives_data(schedule, member, variable, region); });
}

} // namespace

ScheduleFacts::ScheduleFacts(const Variables& variables, const Schedule& schedule,
                             const std::vector<ThornDeclaration>& thorns)
    : variables_(variables), schedule_(schedule), thorns_(thorns), order_(schedule.routines().size(), -1),
      left_out_(schedule.routines().size(), 0) {
  for (const Bin& bin : schedule.bins())
    for (const ScheduleNode& node : schedule.nodes(bin.name)) visit(node, bin.name, nullptr, "");
}

void ScheduleFacts::visit(const ScheduleNode& node, const std::string& bin, const ScheduleNode* condition,
                          const std::string& every_parameter) {
  const std::string& every = node.every.iterations.empty() ? every_parameter : node.every.iterations;
  if (condition == nullptr && condition_of(node) != nullptr) {
    condition = &node;
    conditional_.push_back(&node);
  }
  if (node.routine >= 0) {
    order_[static_cast<std::size_t>(node.routine)] = count_;
    left_out_[static_cast<std::size_t>(node.routine)] = condition != nullptr ? 1 : 0;
  }
  for (const ScheduleNode& member : node.members) visit(member, bin, condition, every);
  items_.emplace(node.name, Item{&node, count_++, bin, every});
}

bool ScheduleFacts::at_start(const Routine& routine) const { return is_start_bin(routine.bin); }

const ScheduleNode* ScheduleFacts::item(const std::string& full_name) const {
  const auto found = items_.find(full_name);
  return found != items_.end() ? found->second.node : nullptr;
}

std::string ScheduleFacts::every_parameter(const std::string& full_name) const {
  const auto found = items_.find(full_name);
  return found != items_.end() ? found->second.every_parameter : "";
}

int ScheduleFacts::order(const std::string& full_name) const {
  const auto found = items_.find(full_name);
  return found != items_.end() ? found->second.order : -1;
}

std::string ScheduleFacts::bin(const std::string& full_name) const {
  const auto found = items_.find(full_name);
  return found != items_.end() ? found->second.bin : "";
}

const ScheduleNode* ScheduleFacts::holder(int variable) const {
  for (const auto& [name, item] : items_)
    if (contains(item.node->storage, variable)) return item.node;
  return nullptr;
}

std::vector<int> ScheduleFacts::writers(int variable) const {
  std::vector<int> found;
  for (const Routine& routine : routines())
    if (names(routine.writes, variable)) found.push_back(routine.id);
  std::sort(found.begin(), found.end(), [this](int a, int b) { return order(a) < order(b); });
  return found;
}

bool ScheduleFacts::knows(const ThornDeclaration& thorn, int variable) const {
  const std::string& owner = variables_.group_of(variable).thorn;
  return thorn.name == owner || std::find(thorn.inherits.begin(), thorn.inherits.end(), owner) != thorn.inherits.end();
}

const ItemDeclaration* ScheduleFacts::global_function(int variable, std::string& name) const {
  for (const ThornDeclaration& thorn : thorns_) {
    if (!knows(thorn, variable)) continue;
    for (const ItemDeclaration& item : thorn.schedule) {
      if (item.kind != ItemKind::function || item.mode != Mode::global) continue;
      name = thorn.name + "::" + item.name;
      return &item;
    }
  }
  return nullptr;
}

std::string ScheduleFacts::unseen_writer(int variable, Region region, std::int64_t iteration) const {
  const auto has_run = [&](const ScheduleNode& node) {
    const std::string in = bin(node.name);
    return iteration > 0 || has_bin(start_bins, in) || has_bin(initial_bins, in) || has_bin(first_bins, in);
  };
  for (const ScheduleNode* node : conditional_)
    if (has_run(*node) && gives_data(schedule_, *node, variable, region))
      return node->name + " (" + node->where.text() + "), if " + condition_of(*node)->text +
             ", which only the run knows";
  std::string name;
  if (const ItemDeclaration* item = global_function(variable, name); item != nullptr)
    return name + " (" + item->where.text() + "), which may call hooks by itself (options: global)";
  return "";
}

bool ScheduleFacts::unseen_reader(int variable) const {
  std::string name;
  return global_function(variable, name) != nullptr ||
         std::any_of(routines().begin(), routines().end(),
                     [&](const Routine& routine) { return left_out(routine.id) && names(routine.reads, variable); });
}

} // namespace nopal
