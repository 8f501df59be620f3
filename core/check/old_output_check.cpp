#include "core/check/old_output_check.hpp"

#include "core/schedule/clause_text.hpp"
#include "core/schedule/run_bins.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

/// Returns the first routine of the evolution that writes the variable, or null.
const Routine* computing(const ScheduleFacts& facts, int variable) {
  for (const Routine* writer : facts.writers(variable))
    if (!writer->bin.empty() && !is_start_bin(writer->bin)) return writer;
  return nullptr;
}

/// Says how output gets values of its own iteration.
std::string fix(const ScheduleFacts& facts, const Routine& writer, int variable) {
  const std::string& every = facts.item(writer.full_name()).every_parameter;
  return fmt::format(
      "give {} \"trigger: [{}]\", so that it runs whenever output reads {}, or choose iterations for the "
      "output at which it runs{}",
      writer.full_name(), clause_name(facts.variables(), writer.thorn, {variable, 0}),
      facts.variables().full_name(variable), every.empty() ? "" : " (" + every + ")");
}

} // namespace

void OldOutputCheck::end(const HookEvent& event) {
  if (event.hook != Hook::pre_call_function || event.routine->bin != output_bins.back()) return;
  for (const Clause& clause : event.routine->reads)
    if (facts_.declared_text(clause.where).empty()) // it follows a parameter
      look(*event.routine, clause, event.iteration);
}

void OldOutputCheck::look(const Routine& reader, const Clause& clause, std::int64_t iteration) {
  const int v = clause.slot.variable;
  const RegionData& data = history_.data(clause.slot, Region::interior);
  if (!data.valid || data.iteration + clause.slot.timelevel >= iteration) return;
  if (!facts_.computes_again(v) || !facts_.unseen_writer(v, Region::interior, iteration).empty()) return;
  const Routine* writer = computing(facts_, v);
  if (writer == nullptr || !seen_.emplace(reader.id, v).second) return;
  findings_.push_back(
      {Severity::warning, reader.full_name(), clause.where,
       fmt::format("gets values of {} at iteration {} that were computed at iteration {}, because {} "
                   "does not run at all iterations of this output; the output is marked as old",
                   facts_.variables().text(clause.slot), iteration, data.iteration, writer->full_name()),
       fix(facts_, *writer, v)});
}

} // namespace nopal
