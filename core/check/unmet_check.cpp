#include "core/check/unmet_check.hpp"

#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

void UnmetCheck::add(const Unmet& unmet, const Validity& validity, std::int64_t iteration) {
  for (const Clause& clause : unmet.invalid)
    if (is_new(unmet, clause)) findings_.push_back(invalid({unmet, clause, validity, iteration}));
  for (const Clause& clause : unmet.without_storage)
    if (is_new(unmet, clause)) findings_.push_back(without_storage(unmet, clause));
}

bool UnmetCheck::is_new(const Unmet& unmet, const Clause& clause) {
  variables_.insert(clause.slot.variable);
  return told_.emplace(unmet.reader, clause.slot).second;
}

Location UnmetCheck::where(const Unmet& unmet, const Clause& clause) const {
  const ScheduleNode* item = facts_.item(unmet.reader).node;
  return clause.where.line > 0 || item == nullptr ? clause.where : item->where;
}

/// Says how the reader uses the variable: "reads \"u@1\"", "synchronises heat::u".
std::string UnmetCheck::use_text(const Unmet& unmet, const Clause& clause, const char* verb) const {
  const int variable = clause.slot.variable;
  if (unmet.routine == nullptr) {
    const ScheduleNode* item = facts_.item(unmet.reader).node;
    if (item == nullptr) return "depends on " + facts_.variables().full_name(variable);
    const bool syncs = std::find(item->sync.begin(), item->sync.end(), variable) != item->sync.end();
    return (syncs ? "synchronises " : "has a condition on ") + facts_.variables().full_name(variable);
  }
  const std::string declared = facts_.declared_text(clause.where);
  return declared.empty() ? fmt::format("{} a variable that a parameter lists", verb)
                          : fmt::format("{} \"{}\"", verb, declared);
}

Finding UnmetCheck::invalid(const InvalidRead& read) const {
  const Clause& clause = read.clause;
  const UnmetReason why = unmet_reason(facts_, history_, read);
  const std::string unseen = facts_.unseen_writer(clause.slot.variable, clause.region, read.iteration);
  return {unseen.empty() ? Severity::error : Severity::warning, read.unmet.reader, where(read.unmet, clause),
          fmt::format("{}, but {} is valid nowhere at iteration {}: {}{}{}",
                      use_text(read.unmet, clause, clause.access == Access::write ? "writes some points of" : "reads"),
                      facts_.variables().text(clause.slot, clause.region), read.iteration, why.text,
                      unseen.empty() ? "" : "; the data may come from ", unseen),
          why.fix};
}

Finding UnmetCheck::without_storage(const Unmet& unmet, const Clause& clause) const {
  const int variable = clause.slot.variable;
  const ScheduleNode* holder = facts_.holder(variable);
  const std::string name = holder != nullptr ? holder->name : "";
  const std::string thorn = unmet.reader.substr(0, unmet.reader.find("::"));
  // If a parameter lists the variable, the user of the parfile cannot move items of the schedule.
  const bool is_listed = unmet.routine != nullptr && facts_.declared_text(clause.where).empty();
  return {Severity::error, unmet.reader, where(unmet, clause),
          fmt::format("{}, but {} has no storage then: its storage lasts only while {} ({}) runs",
                      use_text(unmet, clause, "uses"), facts_.variables().full_name(variable), name,
                      holder != nullptr ? holder->where.text() : ""),
          is_listed ? fmt::format("remove it from storage: of {}, so that its storage lasts as long as the run", name)
                    : fmt::format("put {} and all items that use the variable into a schedule group with storage: [{}]",
                                  unmet.reader, local_group(facts_.variables(), thorn, variable))};
}

} // namespace nopal
