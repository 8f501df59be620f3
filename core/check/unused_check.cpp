#include "core/check/unused_check.hpp"

#include "core/base/assert.hpp"
#include "core/schedule/clause_text.hpp"
#include "core/schedule/run_bins.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// Whether a routine that the walk does not see or did not call may read one of these regions of the variable.
bool may_be_read(const ScheduleFacts& facts, const DataHistory& history, int variable, Region region) {
  const auto reads = [&](const Clause& clause) {
    return clause.slot.variable == variable && any(clause.region & region);
  };
  return facts.unseen_reader(variable) ||
         std::any_of(facts.routines().begin(), facts.routines().end(), [&](const Routine& routine) {
           return !is_stage_kernel(routine) && !history.called(routine.id) &&
                  std::any_of(routine.reads.begin(), routine.reads.end(), reads);
         });
}

/// Whether somebody reads any data that the routine writes to the group of the variable.
bool any_read(const ScheduleFacts& facts, const DataHistory& history, int routine, int variable) {
  const auto group_of = [&](int v) { return facts.variables().variable(v).group; };
  return std::any_of(history.sources().begin(), history.sources().end(), [&](const DataSource& source) {
    return source.routine == routine && group_of(source.slot.variable) == group_of(variable) && source.read;
  });
}

const Clause& clause_of(const Routine& routine, Slot slot) {
  const auto clause =
      std::find_if(routine.writes.begin(), routine.writes.end(), [&](const Clause& each) { return each.slot == slot; });
  NOPAL_ASSERT(clause != routine.writes.end());
  return *clause;
}

std::string fix_of_write(const ScheduleFacts& facts, const Routine& routine, Slot slot, Region region) {
  std::string parameter = facts.item(routine.full_name()).every_parameter;
  if (!parameter.empty()) parameter.replace(parameter.find("::"), 2, ".");
  return fmt::format("add {} to a routine that needs it, or add {} to a parameter of output{}",
                     entry_text(facts.variables(), routine.thorn, slot, region, Access::read),
                     facts.variables().full_name(slot.variable),
                     parameter.empty() ? "" : fmt::format(", or set {}: 0", parameter));
}

/// Whether a routine that the walk did not call writes the variable.
bool written_in_other_runs(const ScheduleFacts& facts, const DataHistory& history, int variable) {
  const std::vector<const Routine*> writers = facts.writers(variable);
  return std::any_of(writers.begin(), writers.end(),
                     [&](const Routine* writer) { return !history.called(writer->id); });
}

/// Returns the reason why nobody needs the ghosts that a sync fills. Empty: somebody may need them.
std::string uselessness(const ScheduleFacts& facts, const DataHistory& history, const DataSource& sync) {
  const int v = sync.slot.variable;
  if (!sync.read && sync.never_read && !may_be_read(facts, history, v, Region::ghosts))
    return "no routine reads these ghosts before they are overwritten";
  if (sync.fills || sync.found < 0 || !facts.unseen_writer(v, Region::everywhere, 1).empty() ||
      written_in_other_runs(facts, history, v))
    return "";
  const DataSource& before = history.sources()[sync.found];
  return "its ghosts are already valid: " + (before.routine >= 0
                                                 ? facts.routine(before.routine).full_name() + " writes them"
                                                 : "the sync of " + before.sync + " fills them");
}

} // namespace

std::vector<Finding> useless_syncs(const ScheduleFacts& facts, const DataHistory& history,
                                   const std::set<int>& doubtful) {
  std::vector<Finding> found;
  for (const DataSource& source : history.sources()) {
    const int v = source.slot.variable;
    if (source.routine >= 0 || doubtful.contains(v)) continue;
    const std::string why = uselessness(facts, history, source);
    if (why.empty()) continue;
    const std::string thorn = source.sync.substr(0, source.sync.find("::"));
    const ScheduleNode* item = facts.item(source.sync).node;
    found.push_back({Severity::warning, source.sync, item != nullptr ? item->where : Location{},
                     fmt::format("synchronises {}, but {}", facts.variables().full_name(v), why),
                     fmt::format("remove {} from sync:", local_name(facts.variables(), thorn, v))});
  }
  return found;
}

std::vector<Finding> unread_writes(const ScheduleFacts& facts, const DataHistory& history,
                                   const std::set<int>& doubtful) {
  std::vector<Finding> found;
  for (const DataSource& source : history.sources()) {
    const int v = source.slot.variable;
    if (source.routine < 0 || source.read || !source.never_read || doubtful.contains(v)) continue;
    const Routine& routine = facts.routine(source.routine);
    if (is_start_bin(routine.bin) && any_read(facts, history, source.routine, v)) continue;
    if (may_be_read(facts, history, v, Region::everywhere)) continue;
    const Clause& clause = clause_of(routine, source.slot);
    std::string text = facts.declared_text(clause.where);
    if (text.empty())
      text = clause_text(facts.variables(), routine.thorn, source.slot, source.region, Region::interior);
    found.push_back({Severity::warning, routine.full_name(), clause.where,
                     fmt::format("writes \"{}\", but neither a routine nor output reads these values of {}", text,
                                 facts.variables().text(source.slot)),
                     fix_of_write(facts, routine, source.slot, clause.region)});
  }
  return found;
}

std::vector<Finding> unused_timelevels(const ScheduleFacts& facts, const std::set<int>& doubtful) {
  std::vector<Finding> found;
  const Variables& variables = facts.variables();
  for (int g = 0; g < variables.n_groups(); ++g) {
    const Group& group = variables.group(g);
    int highest = 0;
    bool unseen = false;
    const auto use = [&](const std::vector<Clause>& clauses) {
      for (const Clause& clause : clauses)
        if (variables.variable(clause.slot.variable).group == g) highest = std::max(highest, clause.slot.timelevel);
    };
    for (const Routine& routine : facts.routines()) {
      if (is_stage_kernel(routine)) continue;
      use(routine.reads);
      // A timelevel does not count as used if only routines of the start write it.
      if (!is_start_bin(routine.bin)) use(routine.writes);
    }
    for (const int v : group.variables) unseen = unseen || facts.unseen_reader(v) || doubtful.contains(v);
    if (unseen || highest + 1 >= group.timelevels) continue;
    found.push_back({Severity::warning, group.full_name(), group.where,
                     fmt::format("has timelevels: {}, but no routine reads or evolves {}", group.timelevels,
                                 highest + 2 == group.timelevels
                                     ? fmt::format("timelevel {}", highest + 1)
                                     : fmt::format("timelevels {} to {}", highest + 1, group.timelevels - 1)),
                     fmt::format("set timelevels: {}", highest + 1)});
  }
  return found;
}

std::vector<Finding> idle_output(const ScheduleFacts& facts) {
  std::vector<Finding> found;
  for (const ThornDeclaration& thorn : facts.thorns())
    for (const ItemDeclaration& item : thorn.schedule) {
      if (item.kind != ItemKind::function || (item.bin != "output" && item.bin != "checkpoint")) continue;
      if (!item.clauses.empty() || !item.following.empty() || item.state.has_value()) continue;
      found.push_back(
          {Severity::warning, thorn.name + "::" + item.name, item.where,
           fmt::format("runs at {}, but declares no reads, so it may get data that are not valid", item.bin),
           "add reads: [the variables] or reads: {from: the parameter that lists them}"});
    }
  return found;
}

} // namespace nopal
