#include "core/check/unmet_check.hpp"

#include "core/check/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

void UnmetCheck::add(const Unmet& unmet, const Validity& validity, std::int64_t iteration) {
  const ScheduleNode* item = facts_.item(unmet.reader);
  const auto is_synchronised = [&](const Clause& clause) {
    if (item == nullptr || unmet.routine != nullptr) return false;
    return std::find(item->sync.begin(), item->sync.end(), clause.slot.variable) != item->sync.end();
  };
  const auto is_new = [&](const Clause& clause) {
    variables_.insert(clause.slot.variable);
    return told_.emplace(unmet.reader, clause.slot).second;
  };
  for (const Clause& clause : unmet.invalid)
    if (is_new(clause)) add_invalid({unmet, clause, validity, iteration, is_synchronised(clause)});
  for (const Clause& clause : unmet.without_storage)
    if (is_new(clause)) add_without_storage(unmet, clause);
}

void UnmetCheck::add_invalid(const Read& read) {
  const Clause& clause = read.clause;
  const ScheduleNode* item = facts_.item(read.unmet.reader);
  std::string what = declared_text(facts_.thorns(), clause.where);
  if (read.is_sync)
    what = "sync";
  else if (!what.empty())
    what = fmt::format("reads \"{}\"", what);
  else
    what = read.unmet.routine != nullptr ? "reads what a parameter lists" : "condition";
  Reason why = reason(read);
  Finding finding;
  finding.routine = read.unmet.reader;
  finding.where = clause.where.line > 0 || item == nullptr ? clause.where : item->where;
  finding.text = fmt::format("{}: {} is valid nowhere at iteration {}: {}", what,
                             facts_.variables().text(clause.slot, clause.region), read.iteration, why.text);
  finding.proposal = std::move(why.proposal);
  if (const std::string unseen = facts_.unseen_writer(clause.slot.variable, clause.region, read.iteration);
      !unseen.empty()) {
    finding.severity = Severity::warning;
    finding.text += "; unless it comes from " + unseen;
  }
  findings_.push_back(std::move(finding));
}

void UnmetCheck::add_without_storage(const Unmet& unmet, const Clause& clause) {
  const ScheduleNode* item = facts_.item(unmet.reader);
  const Variables& variables = facts_.variables();
  const std::string declared = declared_text(facts_.thorns(), clause.where);
  const std::string thorn = unmet.reader.substr(0, unmet.reader.find("::"));
  const std::string group = local_group(variables, thorn, clause.slot.variable);
  Finding finding;
  finding.routine = unmet.reader;
  finding.where = clause.where.line > 0 || item == nullptr ? clause.where : item->where;
  const ScheduleNode* holder = facts_.holder(clause.slot.variable);
  const std::string holder_name = holder != nullptr ? fmt::format("{} ({})", holder->name, holder->where.text()) : "";
  finding.text = fmt::format("{}{} has no storage then: it lasts only while {} runs",
                             declared.empty() ? "" : fmt::format("\"{}\": ", declared),
                             variables.full_name(clause.slot.variable), holder_name);
  // If a parameter lists the variable, the user of the parfile cannot move items of the schedule.
  finding.proposal = declared.empty() && unmet.routine != nullptr
                         ? fmt::format("no storage: of it at {}, so that it lasts as long as the run",
                                       holder != nullptr ? holder->name : "")
                         : fmt::format("storage: [{}] at a schedule group that holds {} and whatever else uses it",
                                       group, unmet.reader);
  findings_.push_back(std::move(finding));
}

} // namespace nopal
