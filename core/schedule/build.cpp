#include "core/base/text.hpp"
#include "core/schedule/bindings.hpp"
#include "core/schedule/build_stencil.hpp"
#include "core/schedule/chosen_points.hpp"
#include "core/schedule/clause_text.hpp"
#include "core/schedule/clauses.hpp"
#include "core/schedule/conditions.hpp"
#include "core/schedule/dt_limit.hpp"
#include "core/schedule/item_names.hpp"
#include "core/schedule/launchers.hpp"
#include "core/schedule/points.hpp"
#include "core/schedule/schedule.hpp"
#include "core/schedule/set_loop.hpp"
#include "core/schedule/step_items.hpp"
#include "core/schedule/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace nopal {

/// Makes nodes and routines from the tree of items.
class ScheduleBuilder {
public:
  ScheduleBuilder(const ItemTree& tree, const Names& names, Schedule& schedule, ErrorList& errors)
      : tree_(tree), names_(names), schedule_(schedule), errors_(errors),
        all_read_timelevels_(!flag("accelerator::only_reads_current_timelevel")),
        all_write_timelevels_(!flag("accelerator::only_writes_current_timelevel")) {}

  /// The node of an item. All nodes of an item share its routines.
  const ScheduleNode& node(int i) {
    const auto known = nodes_.find(i);
    return known != nodes_.end() ? known->second : nodes_.emplace(i, make_node(i)).first->second;
  }

  /// Puts the groups that also run in this bin before its other items. Call this after all calls of node().
  void add_also_at(int bin) {
    const std::vector<int>& groups = tree_.also_at(bin);
    std::vector<ScheduleNode>& nodes = schedule_.nodes_[schedule_.bins_[static_cast<std::size_t>(bin)].name];
    const int n = static_cast<int>(groups.size());
    for (ScheduleNode& node : nodes) {
      for (int& earlier : node.after) earlier += n;
      for (int group = 0; group < n; ++group) node.after.push_back(group);
    }
    for (int group = n - 1; group >= 0; --group) {
      nodes.insert(nodes.begin(), node(groups[static_cast<std::size_t>(group)]));
      nodes.front().after.clear();
      for (int earlier = 0; earlier < group; ++earlier) nodes.front().after.push_back(earlier);
    }
  }

  /// Adds a kernel that functions of its thorn launch, or a kernel of a stage. Call this after all calls of node().
  void add_launched(int i) {
    const ItemTree::Item& item = tree_.item(i);
    const std::vector<int> launchers = find_launchers(item, schedule_.routines_, errors_);
    ScheduleNode unused;
    Routine& kernel = schedule_.routines_[add_routine(i, unused)];
    kernel.launchers = launchers;
    for (const int id : launchers) {
      if (kernel.stage >= 0 && wrong_.contains(kernel.id))
        std::erase_if(stencils_, [&](const auto& stencil) { return stencil.second == id; });
      const Routine& launcher = schedule_.routines_[id];
      kernel.device = kernel.device || launcher.device;
      if (kernel.stage < 0 && !wrong_.contains(id)) require_clauses(kernel, launcher, names_.variables(), errors_);
    }
  }

  /// Makes the stencils whose kernels are without errors. Call this after all calls of add_launched().
  void build_stencils() {
    for (const auto& [i, routine] : stencils_) {
      const ItemTree::Item& item = tree_.item(i);
      build_stencil(names_, *item.thorn, *item.declaration, schedule_.routines_, routine, errors_);
    }
  }

private:
  ScheduleNode make_node(int i) {
    const ItemTree::Item& item = tree_.item(i);
    const ItemDeclaration& declaration = *item.declaration;
    ScheduleNode node;
    node.name = item.full_name();
    node.where = declaration.where;
    node.after = tree_.after(i);
    set_conditions(item, node);
    node.trigger = variables(item, "trigger", declaration.trigger);
    // An item with a trigger and without every: runs only if output asks for it.
    if (!node.trigger.empty()) node.every.number = 0;
    set_every(item, declaration.every, node);
    node.sync = grid_functions(item, declaration.sync);
    node.storage = variables(item, "storage", declaration.storage);
    if (is_step(tree_, i))
      node.members = stages_of_step(i);
    else
      for (const int member : tree_.in_group(i)) node.members.push_back(this->node(member));
    if (declaration.kind != ItemKind::group) node.routine = add_routine(i, node);
    check_loops_end(node);
    return node;
  }

  /// Appends an item that gets the time of the state that it uses or makes; the time of the iteration is that of the
  /// end of the step.
  void add_in_order(ScheduleNode node, double time, std::vector<ScheduleNode>& members) const {
    node.time_offset = time - 1;
    node.after.clear();
    if (!members.empty()) node.after.push_back(static_cast<int>(members.size()) - 1);
    members.push_back(std::move(node));
  }

  /// For each stage of the method: the right-hand sides, the update, and what completes the new state.
  std::vector<ScheduleNode> stages_of_step(int i) {
    const StepItems items = step_items(tree_, i, errors_);
    const auto time_of = [&](std::size_t stage) {
      return stage < items.updates.size() ? tree_.item(items.updates[stage].front()).declaration->update->time : 1.0;
    };
    std::vector<ScheduleNode> members, tried;
    for (std::size_t stage = 0; stage < items.updates.size(); ++stage) {
      std::vector<ScheduleNode>& list = stage > 0 && items.trial >= 0 ? tried : members;
      if (items.rates >= 0) add_in_order(node(items.rates), time_of(stage), list);
      for (const int update : items.updates[stage]) add_in_order(node(update), time_of(stage), list);
      if (items.post >= 0) add_in_order(node(items.post), time_of(stage + 1), list);
    }
    if (items.trial < 0) return members;
    if (items.rates >= 0) add_in_order(node(items.rates), 1, tried);
    add_in_order(node(items.error), 1, tried);
    add_in_order(node(items.judge), 1, tried);
    ScheduleNode again = node(items.again);
    again.members.clear();
    for (const int update : items.again_updates) add_in_order(node(update), 1, again.members);
    // Their times are relative to that of the group.
    if (items.post >= 0) add_in_order(node(items.post), time_of(1), again.members);
    add_in_order(std::move(again), 1, tried);
    ScheduleNode trial = node(items.trial);
    trial.members = std::move(tried);
    trial.runs_first = true;
    add_in_order(std::move(trial), 1, members);
    return members;
  }

  bool flag(const std::string& parameter) const {
    return !names_.is_parameter(parameter) || names_.parameters().boolean(parameter);
  }

  /// The variables that `key` of an item lists.
  std::vector<int> variables(const ItemTree::Item& item, const char* key, const std::vector<std::string>& list) {
    std::vector<int> found;
    for (const std::string& name : list)
      for (const int variable : names_.variables(*item.thorn, name, item.declaration->where, errors_))
        if (std::find(found.begin(), found.end(), variable) == found.end()) found.push_back(variable);
    for (const int variable : found)
      if (names_.variables().group_of(variable).temporary)
        errors_.add(item.declaration->where, fmt::format("{}: {}: names {}, {}: leave it out", item.full_name(), key,
                                                         names_.variables().full_name(variable), temporary_rule));
    return found;
  }

  /// A routine that is no kernel of a stage has no temporaries.
  void refuse_temporaries(const Routine& routine) {
    for (const auto* clauses : {&routine.reads, &routine.writes})
      for (const Clause& clause : *clauses)
        if (names_.variables().group_of(clause.slot.variable).temporary)
          errors_.add(clause.where,
                      fmt::format("{} {} {}, {}: {}use a variable that is not temporary", routine.full_name(),
                                  clauses == &routine.reads ? "reads" : "writes",
                                  clause_name(names_.variables(), routine.thorn, clause.slot), temporary_rule,
                                  routine.is_kernel ? "make this routine a stage of the stencil, or " : ""));
  }

  std::vector<int> grid_functions(const ItemTree::Item& item, const std::vector<std::string>& list) {
    std::vector<int> found = variables(item, "sync", list);
    for (const int variable : found) {
      const Group& group = names_.variables().group_of(variable);
      if (group.kind != GroupKind::gf)
        errors_.add(
            item.declaration->where,
            fmt::format("{}: sync: names {}, which is of type {}; {}", item.full_name(),
                        names_.variables().full_name(variable), to_string(group.kind),
                        group.kind == GroupKind::dat
                            ? "the ghosts of dats are brought up to date when a routine needs them: leave it out"
                            : "only grid functions (gf) have ghosts"));
    }
    return found;
  }

  void set_conditions(const ItemTree::Item& item, ScheduleNode& node) {
    const auto resolve = [&](const std::optional<ConditionDeclaration>& declaration, std::vector<Condition>& list) {
      if (!declaration) return;
      if (auto condition = resolve_condition(names_, *item.thorn, *declaration, errors_))
        list.push_back(*std::move(condition));
    };
    resolve(item.declaration->if_condition, node.if_conditions);
    resolve(item.declaration->while_condition, node.while_conditions);
  }

  /// Sets `every:` of an item: a number, or names of parameters; empty: at every call.
  void set_every(const ItemTree::Item& item, const std::vector<std::string>& every, ScheduleNode& node) {
    for (const std::string& word : every) {
      if (const auto number = parse_number<std::int64_t>(word)) {
        node.every.number = *number;
        if (*number < 0)
          errors_.add(item.declaration->where,
                      fmt::format("{}: every: is {}; expected 0 (never) or more", item.full_name(), word));
      } else {
        node.every.number = 1;
        add_every_parameter(item, word, node.every);
      }
    }
  }

  void add_every_parameter(const ItemTree::Item& item, const std::string& name, Every& every) {
    const Location& where = item.declaration->where;
    const ParameterDeclaration* const parameter = names_.parameter(*item.thorn, name, where, errors_);
    if (parameter == nullptr) return;
    const std::string full = parameter->full_name();
    std::string* const place = parameter->is_array                         ? nullptr
                               : parameter->type == ParameterType::integer ? &every.iterations
                               : parameter->type == ParameterType::real    ? &every.time
                               : parameter->type == ParameterType::boolean ? &every.at_end
                                                                           : nullptr;
    if (place == nullptr)
      errors_.add(where, fmt::format("{}: every: names {}, which is {}; expected an int (iterations), a real (physical "
                                     "time) or a bool (at the end) parameter",
                                     item.full_name(), full, parameter->allowed()));
    else if (!place->empty())
      errors_.add(where, fmt::format("{}: every: names {} and {}, which have the same type: leave one out",
                                     item.full_name(), *place, full));
    else
      *place = full;
  }

  int add_routine(int i, ScheduleNode& node) {
    const ItemTree::Item& item = tree_.item(i);
    const ItemDeclaration& declaration = *item.declaration;
    const std::size_t errors_before = errors_.count();
    Routine routine;
    routine.id = static_cast<int>(schedule_.routines_.size());
    routine.thorn = item.thorn->name;
    routine.name = declaration.name;
    routine.target = declaration.target;
    routine.compiled = declaration.compiled;
    routine.values = declaration.values;
    if (item.bin >= 0) routine.bin = schedule_.bins_[item.bin].name;
    routine.is_kernel = declaration.kind == ItemKind::kernel && !declaration.loop;
    routine.stage = declaration.stage;
    if (declaration.kind == ItemKind::stencil) {
      routine.stencil = std::make_shared<const Stencil>();
      stencils_.emplace_back(i, routine.id);
    }
    routine.device = declaration.device;
    routine.polls = declaration.polls;
    routine.where = declaration.where;
    routine.bindings = resolve_bindings(names_, *item.thorn, declaration, errors_);
    if (declaration.loop)
      resolve_loop(*item.thorn, declaration, routine);
    else
      resolve_clauses(item, routine);
    if (declaration.kind == ItemKind::function) add_aliases(*item.thorn, routine);
    if (routine.stage < 0) refuse_temporaries(routine);
    routine.state = declaration.state;
    for (const std::string& name : declaration.uses)
      if (const auto* parameter = names_.parameter(*item.thorn, name, declaration.where, errors_); parameter != nullptr)
        routine.uses.push_back(parameter->full_name());
    follow_parameters(item, routine, node);
    check_indirect_reads(item, routine);
    if (errors_.count() > errors_before) wrong_.insert(routine.id);
    schedule_.routines_.push_back(std::move(routine));
    return schedule_.routines_.back().id;
  }

  void resolve_clauses(const ItemTree::Item& item, Routine& routine) {
    // A kernel is compiled for the timelevels that it names. Only a function can use more.
    const bool all_reads = all_read_timelevels_ && !routine.is_kernel;
    const bool all_writes = all_write_timelevels_ && !routine.is_kernel;
    for (const ClauseDeclaration& clause : item.declaration->clauses) {
      const std::vector<int> variables = variables_of(names_, item, routine, clause, errors_);
      resolve_clause(names_.variables(), variables, clause, clause.access == Access::write ? all_writes : all_reads,
                     routine, errors_);
      if (clause.points) choose_points(item, clause, variables, routine);
    }
    check_chosen(names_, item, routine, errors_);
  }

  /// Gives points to the clauses that have just been resolved.
  void choose_points(const ItemTree::Item& item, const ClauseDeclaration& declaration,
                     const std::vector<int>& variables, Routine& routine) {
    Schedule::Chosen chosen{routine.id, declaration.access, {}, *declaration.points};
    if (!resolve_points(names_, item, chosen.points, errors_)) return;
    const bool writes = declaration.access == Access::write;
    for (Clause& clause : writes ? routine.writes : routine.reads) {
      if (clause.where != declaration.where || clause.access != declaration.access) continue;
      if (writes) clause.points = std::make_shared<const PointSet>();
      chosen.slots.push_back(clause.slot);
    }
    for (const int variable : variables)
      if (names_.variables().group_of(variable).kind != GroupKind::gf)
        errors_.add(
            declaration.points->where,
            fmt::format("{}: \"{}\": points: is for grid functions, but {} is of type {}: write the clause alone",
                        item.full_name(), declaration.text, names_.variables().full_name(variable),
                        to_string(names_.variables().group_of(variable).kind)));
    schedule_.chosen_.push_back(std::move(chosen));
  }

  void resolve_loop(const ThornDeclaration& thorn, const ItemDeclaration& declaration, Routine& routine) {
    const NameScope scope(thorn);
    const Variables& variables = names_.variables();
    const auto set = set_of_loop(schedule_.topology_, scope, *declaration.loop, errors_);
    if (!set) return;
    std::vector<LoopUse> uses;
    for (const ClauseDeclaration& clause : declaration.clauses)
      for (const int v : names_.variables(thorn, clause.name, clause.where, errors_))
        if (auto use = loop_use(schedule_.topology_, scope, *set, clause, variables.full_name(v), variables.group_of(v),
                                routine.name, errors_))
          uses.push_back(*std::move(use));
    check_conflicts(uses, routine.name, errors_);
    add_loop(schedule_.topology_, *set, uses, variables, routine);
    for (const int map : routine.loop->added_maps())
      schedule_.topology_.maps[static_cast<std::size_t>(map)].incremented = true;
  }

  /// A function may ask for variables by the aliases of its thorn.
  void add_aliases(const ThornDeclaration& thorn, Routine& routine) const {
    for (const AliasDeclaration& alias : thorn.aliases)
      if (const auto variable = names_.variables().find_variable(alias.variable))
        routine.bindings.push_back({alias.name, *variable});
  }

  /// A routine does not write the points that it reduces or interpolates.
  void check_indirect_reads(const ItemTree::Item& item, const Routine& routine) {
    for (const Clause& clause : routine.reads)
      for (const Clause& written : routine.writes)
        if (!clause.is_direct() && written.slot == clause.slot && (written.region & clause.region) != Region::none)
          errors_.add(clause.where, fmt::format("{} {} {} and writes it, but {} uses the values from before the call: "
                                                "write it in an earlier routine, or {} it in a later one",
                                                item.full_name(), clause.is_reduced() ? "reduces" : "interpolates",
                                                names_.variables().text(clause.slot),
                                                clause.is_reduced() ? "a reduction" : "an interpolation",
                                                clause.is_reduced() ? "reduce" : "interpolate"));
  }

  /// Resolves `{from:, every:, …}` of reads:, reduces:, interpolates: and writes:.
  void follow_parameters(const ItemTree::Item& item, Routine& routine, ScheduleNode& node) {
    std::vector<std::string> every = item.declaration->every;
    for (const ClausesFromParameter& from : item.declaration->following) {
      if (every.empty()) {
        every = from.every;
        set_every(item, every, node);
      } else if (!from.every.empty() && from.every != every) {
        errors_.add(from.where, fmt::format("{} has two different values of every: (\"{}\" and \"{}\"): leave one out",
                                            item.full_name(), fmt::join(every, ", "), fmt::join(from.every, ", ")));
        continue;
      }
      follow_parameter(item, from, routine);
    }
  }

  void follow_parameter(const ItemTree::Item& item, const ClausesFromParameter& from, Routine& routine) {
    Schedule::Following clauses{routine.id, "", "", from, routine.reads, {}, {true, true, true, true}};
    if (from.access == Access::write) clauses.declared = routine.writes;
    clauses.parameter =
        parameter_of_type(names_, item, from.from, ParameterType::string, true, "from:", from.where, errors_);
    if (clauses.parameter.empty()) return;
    if (!from.which.empty()) {
      clauses.which =
          parameter_of_type(names_, item, from.which, ParameterType::keyword, false, "which:", from.where, errors_);
      if (clauses.which.empty()) return;
    }
    if (!from.reductions.empty())
      clauses.wanted = wanted_by_words(from.reductions, item.full_name() + ": which:", from.where, errors_);
    if (from.points && !resolve_points(names_, item, *clauses.from.points, errors_)) return;
    clauses.following = clauses.resolve(names_.parameters(), names_.variables(), errors_);
    clauses.apply(routine, names_.variables());
    schedule_.following_.push_back(std::move(clauses));
  }

  void check_loops_end(const ScheduleNode& node) {
    const auto refuse = [&](const Condition& condition, const std::string& why) {
      errors_.add(node.where,
                  fmt::format("{}: \"while: {}\" would never end, since {}", node.name, condition.text, why));
    };
    for (const Condition& condition : node.while_conditions) {
      std::vector<std::string> names;
      for (const int variable : condition.variables) names.push_back(names_.variables().full_name(variable));
      const auto is_written = [&](int variable) { return writes(node, variable); };
      const bool one = condition.parameters.size() == 1;
      if (names.empty())
        refuse(condition, fmt::format("{} {} and {} not change: compare a scalar variable, or use if:",
                                      fmt::join(condition.parameters, " and "),
                                      one ? "is a parameter" : "are parameters", one ? "does" : "do"));
      else if (std::none_of(condition.variables.begin(), condition.variables.end(), is_written))
        refuse(condition, fmt::format("no routine of this item writes {}: add it to writes: of a routine of this item",
                                      fmt::join(names, " or ")));
    }
  }

  bool writes(const ScheduleNode& node, int variable) const {
    if (node.routine >= 0) return any(regions_of(schedule_.routines_[node.routine].writes, {variable, 0}));
    return std::any_of(node.members.begin(), node.members.end(),
                       [&](const ScheduleNode& member) { return writes(member, variable); });
  }

  const ItemTree& tree_;
  const Names& names_;
  Schedule& schedule_;
  ErrorList& errors_;
  bool all_read_timelevels_;
  bool all_write_timelevels_;
  std::vector<std::pair<int, int>> stencils_; ///< items and their routines
  std::map<int, ScheduleNode> nodes_;         ///< by item
  std::set<int> wrong_; ///< routines with errors, which lack clauses: what follows from that is no error of its own
};

Schedule Schedule::build(const std::vector<ThornDeclaration>& thorns, const std::vector<Bin>& bins,
                         const Parameters& parameters, const Variables& variables, ErrorList& errors) {
  Schedule schedule;
  schedule.parameters_ = &parameters;
  schedule.variables_ = &variables;
  schedule.bins_ = bins;
  const std::size_t errors_before = errors.count();
  schedule.topology_ = build_topology(thorns, errors);
  if (errors.count() > errors_before) return schedule; // who uses these sets and maps only looks wrong
  const ItemTree tree(thorns, bins, errors);
  const Names names(parameters, variables);
  ScheduleBuilder builder(tree, names, schedule, errors);
  for (size_t bin = 0; bin < bins.size(); ++bin) {
    std::vector<ScheduleNode>& nodes = schedule.nodes_[bins[bin].name];
    for (const int item : tree.in_bin(static_cast<int>(bin))) nodes.push_back(builder.node(item));
  }
  for (size_t bin = 0; bin < bins.size(); ++bin) builder.add_also_at(static_cast<int>(bin));
  for (const int item : tree.launched()) builder.add_launched(item);
  builder.build_stencils();
  for (const ThornDeclaration& thorn : thorns)
    if (thorn.max_dt)
      if (auto limit = resolve_max_dt(names, thorn, errors)) schedule.dt_limits_.push_back(*std::move(limit));
  return schedule;
}

} // namespace nopal
