#include "core/check/extent_check.hpp"

#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

const Clause* find_clause(const std::vector<Clause>& clauses, Slot slot) {
  const auto found =
      std::find_if(clauses.begin(), clauses.end(), [&](const Clause& clause) { return clause.slot == slot; });
  return found == clauses.end() ? nullptr : &*found;
}

bool declares_extent(const BoundKernel& kernel, const Clause& clause) {
  const std::optional<std::size_t> field = find_field(kernel, clause.slot);
  return clause.extent && field && kernel.kernel().arguments[*field].has_extent;
}

Extent fitting_extent(const Clause& clause, const std::vector<RecordedRead>& reads, bool complete) {
  const std::optional<Extent> seen = extent_of(reads);
  if (!seen) return *clause.extent;
  return complete ? *seen : mee(*clause.extent, *seen);
}

std::optional<Finding> narrow_extent(const Variables& variables, const Routine& routine, const Clause& clause,
                                     const std::vector<RecordedRead>& reads, const Extent& fitting) {
  const std::optional<RecordedRead> worst = worst_outside(reads, *clause.extent);
  if (!worst) return std::nullopt;
  // This is an error in branches, too: stages, epochs and tiles compute only the points that the extent asks for.
  return Finding{Severity::error, routine.full_name(), clause.where,
                 fmt::format("{}, outside of the extent {} that it declares", read_text(variables, clause.slot, *worst),
                             clause.extent->text()),
                 "declare " + entry_text(variables, routine.thorn, clause.slot,
                                         routine.stage >= 0 ? Region::everywhere : clause.region, Access::read,
                                         fitting)};
}

} // namespace nopal
