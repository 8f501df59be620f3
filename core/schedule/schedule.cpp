#include "core/schedule/schedule.hpp"

#include "core/base/assert.hpp"
#include "core/schedule/clauses.hpp"
#include "core/schedule/points.hpp"

#include <algorithm>

namespace nopal {

namespace {

void visit_nodes(const std::vector<ScheduleNode>& nodes, const std::function<void(const ScheduleNode&)>& visit) {
  for (const ScheduleNode& node : nodes) {
    visit(node);
    visit_nodes(node.members, visit);
  }
}

} // namespace

const Schedule::BinItems& Schedule::bin(std::string_view name) const {
  const auto found = nodes_.find(name);
  NOPAL_ASSERT(found != nodes_.end());
  return *found;
}

void Schedule::each_node(const std::function<void(const ScheduleNode&)>& visit) const {
  for (const auto& [bin, nodes] : nodes_) visit_nodes(nodes, visit);
}

bool Schedule::has_item(const std::string& full_name) const {
  bool found = false;
  each_node([&](const ScheduleNode& node) { found = found || node.name == full_name; });
  return found;
}

const Routine* Schedule::vertical_stencil() const {
  for (const Routine& routine : routines_)
    if (routine.is_stencil() && routine.stencil->vertical) return &routine;
  return nullptr;
}

bool Schedule::has_error_control() const {
  bool found = false;
  each_node([&](const ScheduleNode& node) { found = found || node.runs_first; });
  return found;
}

bool Schedule::has_items_by_time() const {
  bool found = false;
  each_node([&](const ScheduleNode& node) { found = found || has_time(node.every, *parameters_); });
  return found;
}

std::set<std::int64_t> Schedule::periods() const {
  std::set<std::int64_t> found;
  each_node([&](const ScheduleNode& node) { add_periods(node.every, *parameters_, dt_, found); });
  return found;
}

std::vector<Clause> Schedule::Following::resolve(const Parameters& parameters, const Variables& variables,
                                                 ErrorList& errors) const {
  const MomentsWanted moments =
      which.empty() ? wanted : wanted_by_words(parameters.strings(which), which, parameters.where(which), errors);
  return clauses_from_parameter(parameter, from, moments, parameters, variables, errors);
}

void Schedule::Following::apply(Routine& target, const Variables& variables) const {
  std::vector<Clause>& clauses = from.access == Access::write ? target.writes : target.reads;
  clauses = declared;
  for (Clause clause : following) {
    if (variables.group_of(clause.slot.variable).kind == GroupKind::gf) clause.points = points;
    merge(clauses, clause);
  }
}

void Schedule::set_domain(const Domain& domain) {
  domain_ = domain;
  dt_ = domain.dt();
  for (Following& each : following_) set_points(each);
  for (const Chosen& each : chosen_) set_points(each);
}

/// Resolves `points:` with the parameters' values now.
void Schedule::set_points(Following& each) {
  if (!each.from.points || !domain_) return;
  auto fresh = points_to_read(*each.from.points, {*parameters_, routines_[each.routine].values}, *domain_);
  const bool same = fresh == nullptr || each.points == nullptr ? fresh == each.points : *fresh == *each.points;
  if (same) return;
  each.points = std::move(fresh);
  each.apply(routines_[each.routine], *variables_);
}

/// The same for clauses that no other clause of the routine joins.
void Schedule::set_points(const Chosen& each) {
  if (!domain_) return;
  Routine& routine = routines_[each.routine];
  const RoutineValues values{*parameters_, routine.values};
  const bool writes = each.access == Access::write;
  const auto points =
      writes ? points_to_write(each.points, values, *domain_) : points_to_read(each.points, values, *domain_);
  for (Clause& clause : writes ? routine.writes : routine.reads)
    if (clause.access == each.access && std::ranges::count(each.slots, clause.slot) > 0) clause.points = points;
}

void Schedule::refresh() {
  ErrorList errors;
  std::vector<std::vector<Clause>> fresh;
  for (const Following& each : following_) fresh.push_back(each.resolve(*parameters_, *variables_, errors));
  errors.raise_if_any();
  // Throws before anything changes.
  for (const Chosen& each : chosen_)
    if (domain_ && each.access == Access::write)
      points_to_write(each.points, {*parameters_, routines_[each.routine].values}, *domain_);
  for (size_t i = 0; i < following_.size(); ++i) {
    set_points(following_[i]);
    if (fresh[i] == following_[i].following) continue;
    following_[i].following = fresh[i];
    following_[i].apply(routines_[following_[i].routine], *variables_);
  }
  for (const Chosen& each : chosen_) set_points(each);
}

} // namespace nopal
