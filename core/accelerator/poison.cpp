#include "core/accelerator/poison.hpp"

#include "core/accelerator/poison_search.hpp"
#include "core/base/error.hpp"

namespace nopal {

Poison::Poison(Stores& stores, const Validity& validity) : stores_(stores), validity_(validity), seen_(validity) {
  stores_.set_spoils(true);
}

void Poison::update() {
  seen_.update([this](Slot slot, Place place, Region before, Region now) {
    if (any(before - now)) stores_.spoil(slot, before - now, place, PoisonKind::invalid);
  });
}

void Poison::fill_new(int variable) {
  for (int timelevel = 0; timelevel < validity_.timelevels(variable); ++timelevel) {
    const Region stale = validity_.tracked(variable) - validity_.valid({variable, timelevel}, host_place);
    stores_.spoil({variable, timelevel}, stale, host_place, PoisonKind::invalid);
  }
}

void Poison::fill_written(const Routine& routine, Place place, const Tracker& tracker) {
  for (const Clause& clause : routine.writes) {
    Region only_written = clause.region;
    for (const Clause& read : routine.reads)
      if (read.slot == clause.slot) only_written = only_written - read.region;
    const Place there = tracker.write_place(routine, clause, place);
    if (any(only_written)) stores_.spoil(clause.slot, only_written, there, PoisonKind::unwritten, clause.points.get());
  }
}

void Poison::fill_temporaries(const Stencil& stencil) {
  for (const StencilTemporary& temporary : stencil.temporaries)
    stores_.spoil({temporary.variable}, Region::everywhere, device_place, PoisonKind::invalid);
}

void Poison::search_written(const Routine& routine, Place place, const Tracker& tracker) {
  ErrorList errors;
  for (const Clause& clause : routine.writes) {
    const Place there = tracker.write_place(routine, clause, place);
    PoisonSearch found = search_poison(stores_, clause, there, fetched_);
    // Reads of the slot may have brought values.
    if (clause.keeps_others() && there == host_place && !any(regions_of(routine.reads, clause.slot)))
      search_outside(stores_, clause, clause.region - validity_.valid(clause.slot, host_place), found);
    for (const std::string& text : poison_texts(found, routine, clause, there, stores_, tracker))
      errors.add(clause.where, text);
  }
  errors.raise_if_any();
}

} // namespace nopal
