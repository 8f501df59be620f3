#include "core/accelerator/tracker.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"

namespace nopal {

namespace {

const char* fix(Region nowhere, const Event& reason) {
  if (reason.kind == EventKind::gave_storage) return "set driver.fusion: never, or driver.blocking_factor: 1";
  if (any(nowhere & Region::interior)) return "a routine must write it before this read, and declare this write";
  if (any(nowhere & Region::boundary))
    return "a routine must write its boundary after its interior, and declare this write";
  return "synchronise it (`sync:`) after the last write, or do not read its ghosts";
}

} // namespace

std::string Tracker::reason_text(Slot slot, Region base_region, Place place) const {
  const Event& reason = validity_.reason(slot, base_region, place);
  const bool named = reason.routine >= 0 && reason.routine < static_cast<int>(routines_.size());
  return text(reason, named ? routines_[reason.routine].full_name() : "");
}

std::string Tracker::why_invalid(Slot slot, Region base_region) const {
  std::string result;
  bool same = true;
  const std::string first = reason_text(slot, base_region, host_place);
  for (Place p = 0; p < validity_.n_places(); ++p) {
    const std::string reason = reason_text(slot, base_region, p);
    same &= reason == first;
    result += (p == 0 ? "on the " : "; on the ") + place_text(p) + ": " + reason;
  }
  return same ? first : result;
}

std::string Tracker::state_text(Slot slot) const {
  std::string result = variables_.text(slot);
  const Region tracked = validity_.tracked(slot.variable);
  for (Place p = 0; p < validity_.n_places(); ++p) {
    result += " | " + place_text(p) + ":";
    for (const Region base : base_regions)
      if (any(tracked & base))
        result += std::string(base == Region::interior ? " " : ", ") + (validity_.valid(slot, base, p) ? "+" : "-") +
                  to_string(base) + " (" + reason_text(slot, base, p) + ")";
  }
  return result;
}

std::string Tracker::invalid_text(const Clause& clause, Region region, const std::string& reader) const {
  const bool has_regions = nopal::has_regions(variables_.group_of(clause.slot.variable));
  std::string reasons;
  for (const Region base : base_regions)
    if (any(region & base))
      reasons +=
          (reasons.empty() ? "" : "; ") + (has_regions ? to_string(base) + ": " : "") + why_invalid(clause.slot, base);
  return reader + (clause.keeps_others() ? " writes some points of " : " reads ") +
         variables_.text(clause.slot, region) + " at iteration " + std::to_string(iteration_) +
         ", but it is valid nowhere (" + reasons + "); " +
         fix(region, validity_.reason(clause.slot, Region::interior, host_place));
}

void Tracker::throw_invalid(const Routine& routine, Place place, std::span<const SyncOrder> arriving) const {
  ErrorList errors;
  for (const Clause& clause : routine.reads) {
    const Region required = required_before(arriving, clause.slot, clause.region, read_place(routine, clause, place));
    const Region nowhere = required - validity_.valid_anywhere(clause.slot);
    if (any(nowhere))
      errors.add(clause.where,
                 invalid_text(clause, nowhere,
                              routine.full_name() + " on the " + place_text(read_place(routine, clause, place))));
  }
  for (const Clause& clause : routine.writes) {
    const Region nowhere = clause.region - validity_.valid_anywhere(clause.slot);
    if (clause.keeps_others() && any(nowhere))
      errors.add(clause.where, invalid_text(clause, nowhere, routine.full_name() + " on the " + place_text(place)));
  }
  errors.raise_if_any();
  assertion_failed("every read is valid somewhere", __FILE__, __LINE__);
}

} // namespace nopal
