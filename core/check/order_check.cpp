#include "core/check/order_check.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/schedule/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace nopal {

namespace {

/// How an item uses a slot.
struct OrderedUse {
  Slot slot;
  Region reads = Region::none;
  Region writes = Region::none; ///< what it writes, and what it makes invalid
  Region named = Region::none;  ///< what the declaration names, for messages
  const char* verb = "";        ///< "reads", "writes", "synchronises", "compares", "releases"
};

/// An item of the schedule with all that it uses itself, without its members.
struct User {
  const ScheduleNode* node = nullptr;
  std::vector<OrderedUse> uses;
  std::vector<const Condition*> conditions; ///< those on variables, with those of the groups around it
};

/// Two uses of a slot whose order matters.
struct Conflict {
  const User* first = nullptr;
  const User* second = nullptr;
  const OrderedUse* of_first = nullptr;
  const OrderedUse* of_second = nullptr;
};

bool is_sync(const OrderedUse& use) { return any(use.reads) && any(use.writes); }

bool conflict(const OrderedUse& a, const OrderedUse& b) {
  if (!(a.slot == b.slot) || (is_sync(a) && is_sync(b))) return false;
  return any(a.writes & (b.reads | b.writes)) || any(b.writes & a.reads);
}

class UserList {
public:
  UserList(const Variables& variables, const Schedule& schedule, const Parameters& parameters)
      : variables_(variables), schedule_(schedule), parameters_(parameters) {}

  /// The item and its members, as far as they may run.
  std::vector<User> of(const ScheduleNode& node) const {
    std::vector<User> users;
    collect(node, {}, {}, users);
    return users;
  }

private:
  /// `local`: variables whose storage lasts only while an item around this one runs. Their data pass to no other item.
  void collect(const ScheduleNode& node, std::vector<const Condition*> conditions, std::set<int> local,
               std::vector<User>& users) const {
    if (!may_run(node)) return;
    User user{&node, {}, {}};
    for (const auto* list : {&node.if_conditions, &node.while_conditions})
      for (const Condition& condition : *list) {
        for (const int variable : condition.variables)
          user.uses.push_back({{variable, 0}, Region::interior, Region::none, Region::interior, "compares"});
        if (list == &node.if_conditions && condition.needs_variables()) conditions.push_back(&condition);
      }
    user.conditions = conditions;
    local.insert(node.storage.begin(), node.storage.end());
    if (node.routine >= 0) add(schedule_.routines()[node.routine], user.uses);
    for (const int variable : node.sync)
      user.uses.push_back({{variable, 0}, Region::owned, Region::ghosts, Region::ghosts, "synchronises"});
    std::erase_if(user.uses, [&](const OrderedUse& use) { return local.contains(use.slot.variable); });
    if (!user.uses.empty()) users.push_back(std::move(user));
    for (const ScheduleNode& member : node.members) collect(member, conditions, local, users);
  }

  bool may_run(const ScheduleNode& node) const {
    const auto fails = [&](const Condition& condition) {
      return !condition.needs_variables() && !schedule_.holds(condition);
    };
    if (std::any_of(node.if_conditions.begin(), node.if_conditions.end(), fails)) return false;
    // An item with `every: 0` is there for functions that request its calls. Output may need one with `trigger:`.
    return !node.every.names_parameters() || !node.trigger.empty() || is_ever_due(node.every, parameters_);
  }

  void add(const Routine& routine, std::vector<OrderedUse>& uses) const {
    for (const Clause& clause : routine.reads)
      uses.push_back({clause.slot, clause.region, Region::none, clause.region,
                      clause.is_reduced()        ? "reduces"
                      : clause.is_interpolated() ? "interpolates"
                                                 : "reads"});
    for (const Clause& clause : routine.writes)
      if (clause.keeps_others())
        uses.push_back({clause.slot, clause.region, Region::none, clause.region, "writes some points of"});
    for (const Clause& clause : routine.writes)
      uses.push_back({clause.slot, Region::none, with_invalid(clause), clause.region, "writes"});
    if (routine.state) add_state(*routine.state, uses);
  }

  /// What a write sets or makes invalid.
  Region with_invalid(const Clause& clause) const {
    if (!has_regions(variables_.group_of(clause.slot.variable))) return clause.region;
    if (any(clause.region & Region::interior)) return Region::everywhere;
    return any(clause.region & Region::boundary) ? clause.region | Region::ghosts : clause.region;
  }

  void add_state(Access access, std::vector<OrderedUse>& uses) const {
    for (int v = 0; v < variables_.n_variables(); ++v) {
      const Group& group = variables_.group_of(v);
      for (int timelevel = 0; is_state(group) && timelevel < group.timelevels; ++timelevel)
        if (access == Access::read)
          uses.push_back({{v, timelevel}, Region::owned, Region::none, Region::owned, "reads"});
        else
          uses.push_back({{v, timelevel}, Region::none, Region::everywhere, Region::everywhere, "writes"});
    }
  }

  const Variables& variables_;
  const Schedule& schedule_;
  const Parameters& parameters_;
};

/// Which items of a list run before which others because of before: and after:.
class DeclaredOrder {
public:
  explicit DeclaredOrder(const std::vector<ScheduleNode>& nodes)
      : before_(nodes.size(), std::vector<bool>(nodes.size(), false)) {
    for (std::size_t second = 0; second < nodes.size(); ++second)
      for (const int first : nodes[second].after) add(static_cast<std::size_t>(first), second);
  }

  bool has(std::size_t first, std::size_t second) const { return before_[first][second]; }
  /// All that runs before `first`, and `first` itself, then runs before `second` and all that runs after it.
  void add(std::size_t first, std::size_t second) {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (i != first && !before_[i][first]) continue;
      for (std::size_t j = 0; j < before_.size(); ++j)
        if (j == second || before_[second][j]) before_[i][j] = true;
    }
  }

private:
  std::vector<std::vector<bool>> before_;
};

class OrderCheck {
public:
  OrderCheck(const Variables& variables, const Schedule& schedule, const Parameters& parameters)
      : variables_(variables), list_(variables, schedule, parameters) {
    for (const Bin& bin : schedule.bins()) visit(schedule.nodes(bin.name));
  }
  std::vector<Finding> take() { return std::move(findings_); }

private:
  /// `nodes` are the items of a bin or group in the order in which they run. Neighbours come first, since the order
  /// that is proposed for them may also order items further away.
  void visit(const std::vector<ScheduleNode>& nodes) {
    std::vector<std::vector<User>> users;
    users.reserve(nodes.size());
    for (const ScheduleNode& node : nodes) users.push_back(list_.of(node));
    DeclaredOrder order(nodes);
    for (std::size_t distance = 1; distance < nodes.size(); ++distance)
      for (std::size_t first = 0; first + distance < nodes.size(); ++first) {
        const std::size_t second = first + distance;
        if (order.has(first, second)) continue;
        const std::vector<Conflict> found = conflicts(users[first], users[second]);
        if (found.empty()) continue;
        findings_.push_back(finding(found));
        order.add(first, second);
      }
    for (const ScheduleNode& node : nodes) visit(node.members);
  }

  /// The conflicts of the first two items that have any.
  static std::vector<Conflict> conflicts(const std::vector<User>& firsts, const std::vector<User>& seconds) {
    std::vector<Conflict> found;
    for (const User& first : firsts)
      for (const User& second : seconds) {
        if (never_together(first, second)) continue;
        for (const OrderedUse& a : first.uses)
          for (const OrderedUse& b : second.uses)
            if (conflict(a, b)) found.push_back({&first, &second, &a, &b});
        if (!found.empty()) return found;
      }
    return found;
  }

  /// Whether a condition of the first item excludes one of the second. This says nothing if one of the items writes
  /// what the conditions compare: then the first condition may hold before that, and the second one afterwards.
  static bool never_together(const User& first, const User& second) {
    const auto stays = [&](int variable) {
      const auto changes = [&](const OrderedUse& use) { return use.slot == Slot{variable, 0} && any(use.writes); };
      return std::none_of(first.uses.begin(), first.uses.end(), changes) &&
             std::none_of(second.uses.begin(), second.uses.end(), changes);
    };
    return std::any_of(first.conditions.begin(), first.conditions.end(), [&](const Condition* a) {
      return std::any_of(second.conditions.begin(), second.conditions.end(), [&](const Condition* b) {
        return exclude_each_other(*a, *b) && std::all_of(a->variables.begin(), a->variables.end(), stays);
      });
    });
  }

  std::string text(const OrderedUse& use) const {
    return fmt::format("{} {}{}", use.verb, variables_.text(use.slot),
                       has_regions(variables_.group_of(use.slot.variable)) ? fmt::format(" ({})", to_string(use.named))
                                                                           : "");
  }

  /// "a::x writes a::u@0 (interior), and b::y reads a::u@0 (everywhere)"
  std::string text(const Conflict& conflict) const {
    const bool overlap = any(conflict.of_first->named & conflict.of_second->named) || is_sync(*conflict.of_first) ||
                         is_sync(*conflict.of_second);
    const bool first_writes = any(conflict.of_first->writes);
    return fmt::format("{} {}, and {} {}{}", conflict.first->node->name, text(*conflict.of_first),
                       conflict.second->node->name, text(*conflict.of_second),
                       overlap
                           ? ""
                           : fmt::format(" (a write of the {} makes the other regions invalid)",
                                         to_string((first_writes ? conflict.of_first : conflict.of_second)->named)));
  }

  Finding finding(const std::vector<Conflict>& conflicts) const {
    const ScheduleNode& first = *conflicts.front().first->node;
    const ScheduleNode& second = *conflicts.front().second->node;
    const std::string thorn_of_first = split_name(first.name).thorn;
    const std::string thorn_of_second = split_name(second.name).thorn;
    const bool same_thorn = thorn_of_first == thorn_of_second;
    constexpr std::size_t most = 3;
    std::string uses;
    for (std::size_t i = 0; i < std::min(most, conflicts.size()); ++i)
      uses += fmt::format("{}{}", i == 0 ? "" : "; ", text(conflicts[i]));
    if (conflicts.size() > most) uses += fmt::format("; and {} more", conflicts.size() - most);
    const auto name_in = [](const std::string& full, const std::string& thorn) {
      const QualifiedName parts = split_name(full);
      return parts.thorn == thorn ? parts.name : full;
    };
    return {.severity = Severity::warning,
            .routine = second.name,
            .where = second.where,
            .text = fmt::format(
                "runs after {} ({}) only because of {}, but the order matters: {}", first.name, first.where.text(),
                same_thorn ? "their order in that file" : "the order of \"thorns:\" in the parfile", uses),
            .fix = fmt::format("add after: [{}] to {}, or before: [{}] to {}", name_in(first.name, thorn_of_second),
                               second.name, name_in(second.name, thorn_of_first), first.name)};
  }

  const Variables& variables_;
  UserList list_;
  std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> check_order(const Variables& variables, const Schedule& schedule, const Parameters& parameters) {
  return OrderCheck(variables, schedule, parameters).take();
}

} // namespace nopal
