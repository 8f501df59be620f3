#include "core/check/unused_check.hpp"

#include "core/base/assert.hpp"
#include "core/check/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// Whether a routine that the walk did not call reads some of the regions of the variable.
bool read_in_other_runs(const ScheduleFacts& facts, const DataHistory& history, int variable, Region region) {
  return std::any_of(facts.routines().begin(), facts.routines().end(), [&](const Routine& routine) {
    return !history.called(routine.id) &&
           std::any_of(routine.reads.begin(), routine.reads.end(), [&](const Clause& clause) {
             return clause.slot.variable == variable && any(clause.region & region);
           });
  });
}

bool may_be_read(const ScheduleFacts& facts, const DataHistory& history, int variable, Region region) {
  return facts.unseen_reader(variable) || read_in_other_runs(facts, history, variable, region);
}

/// Whether somebody reads any data that the routine writes to the variable.
bool any_read(const DataHistory& history, int routine, int variable) {
  return std::any_of(history.sources().begin(), history.sources().end(), [&](const DataSource& source) {
    return source.routine == routine && source.slot.variable == variable && source.read;
  });
}

const Clause& clause_of(const Routine& routine, Slot slot) {
  const auto clause =
      std::find_if(routine.writes.begin(), routine.writes.end(), [&](const Clause& each) { return each.slot == slot; });
  NOPAL_ASSERT(clause != routine.writes.end());
  return *clause;
}

std::string remedy(const ScheduleFacts& facts, const Routine& routine, Slot slot, Region region) {
  std::string text = fmt::format("{} at a routine that needs it, or {} in a parameter of output",
                                 entry_text(facts.variables(), routine.thorn, slot, region, Access::read),
                                 facts.variables().full_name(slot.variable));
  std::string parameter = facts.every_parameter(routine.full_name());
  if (parameter.empty()) return text;
  parameter.replace(parameter.find("::"), 2, ".");
  return text + ", or " + parameter + ": 0";
}

/// Whether a routine that the walk did not call writes the variable.
bool written_in_other_runs(const ScheduleFacts& facts, const DataHistory& history, int variable) {
  const std::vector<int> writers = facts.writers(variable);
  return std::any_of(writers.begin(), writers.end(), [&](int routine) { return !history.called(routine); });
}

/// Returns the reason why nobody needs the ghosts that a sync fills. Empty: somebody may need them.
std::string uselessness(const ScheduleFacts& facts, const DataHistory& history, const DataSource& sync) {
  const int v = sync.slot.variable;
  const std::string name = facts.variables().full_name(v);
  if (!sync.read && sync.never_read && !may_be_read(facts, history, v, Region::ghosts))
    return fmt::format("nobody reads the ghosts of {} that it fills before they are overwritten", name);
  if (sync.fills || sync.found < 0 || !facts.unseen_writer(v, Region::everywhere, 1).empty() ||
      written_in_other_runs(facts, history, v))
    return "";
  const DataSource& before = history.sources()[static_cast<std::size_t>(sync.found)];
  return fmt::format("the ghosts of {} are valid already: {}", name,
                     before.routine >= 0 ? facts.routine(before.routine).full_name() + " writes them"
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
    const ScheduleNode* item = facts.item(source.sync);
    found.push_back({Severity::warning, source.sync, item != nullptr ? item->where : Location{}, "sync: " + why,
                     fmt::format("sync: without {}", local_name(facts.variables(), thorn, v))});
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
    if (facts.at_start(routine) && any_read(history, source.routine, v)) continue;
    if (may_be_read(facts, history, v, Region::everywhere)) continue;
    const Clause& clause = clause_of(routine, source.slot);
    std::string text = declared_text(facts.thorns(), clause.where);
    if (text.empty()) text = clause_text(facts.variables(), routine.thorn, source.slot, source.region, Access::write);
    found.push_back({Severity::warning, routine.full_name(), clause.where,
                     fmt::format("writes \"{}\": nobody reads what it writes of {}, neither a routine nor output", text,
                                 facts.variables().text(source.slot)),
                     remedy(facts, routine, source.slot, clause.region)});
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
      use(routine.reads);
      // A timelevel does not count as used if only routines of the start write it.
      if (!facts.at_start(routine)) use(routine.writes);
    }
    for (const int v : group.variables) unseen = unseen || facts.unseen_reader(v) || doubtful.contains(v);
    if (unseen || highest + 1 >= group.timelevels) continue;
    found.push_back({Severity::warning, group.full_name(), group.where,
                     fmt::format("timelevels: {}: nobody reads or evolves {}", group.timelevels,
                                 highest + 2 == group.timelevels
                                     ? fmt::format("timelevel {}", highest + 1)
                                     : fmt::format("timelevels {} to {}", highest + 1, group.timelevels - 1)),
                     fmt::format("timelevels: {}", highest + 1)});
  }
  return found;
}

std::vector<Finding> idle_output(const ScheduleFacts& facts) {
  std::vector<Finding> found;
  for (const ThornDeclaration& thorn : facts.thorns())
    for (const ItemDeclaration& item : thorn.schedule) {
      if (item.kind != ItemKind::function || (item.bin != "output" && item.bin != "checkpoint")) continue;
      if (!item.clauses.empty() || !item.following.empty() || item.state.has_value()) continue;
      found.push_back({Severity::warning, thorn.name + "::" + item.name, item.where,
                       fmt::format("runs at {} and reads nothing: no variable is brought to it", item.bin),
                       "reads: [the variables], or reads: {from: the parameter that lists them}"});
    }
  return found;
}

} // namespace nopal
