#include "core/accelerator/poison.hpp"

#include "core/base/error.hpp"

#include <algorithm>

namespace nopal {

Poison::Poison(Stores& stores, const Validity& validity)
    : stores_(stores), validity_(validity),
      before_(static_cast<std::size_t>(validity.n_slots()) * validity.n_places(), Region::none) {
  stores_.set_spoils(true);
}

void Poison::update() {
  for (int v = 0; v < stores_.variables().n_variables(); ++v)
    for (int timelevel = 0; timelevel < validity_.timelevels(v); ++timelevel)
      for (Place p = 0; p < validity_.n_places(); ++p) {
        const Slot slot{v, timelevel};
        const Region now = validity_.valid(slot, p) & validity_.tracked(v);
        Region& before = before_[validity_.index(slot) * validity_.n_places() + p];
        if (any(before - now)) stores_.spoil(slot, before - now, p, PoisonKind::invalid);
        before = now;
      }
}

void Poison::cycle(const std::vector<int>& variables) {
  for (const int v : variables) {
    const auto begin = before_.begin() + static_cast<long>(validity_.index({v, 0})) * validity_.n_places();
    const auto end = begin + static_cast<long>(validity_.timelevels(v)) * validity_.n_places();
    std::rotate(begin, end - validity_.n_places(), end);
  }
}

void Poison::fill_new(int variable) {
  for (int timelevel = 0; timelevel < validity_.timelevels(variable); ++timelevel) {
    const Slot slot{variable, timelevel};
    stores_.spoil(slot, validity_.tracked(variable) - validity_.valid(slot, host_place), host_place,
                  PoisonKind::invalid);
  }
}

void Poison::fill_written(const Routine& routine, Place place) {
  for (const Clause& clause : routine.writes) {
    Region only_written = clause.region;
    for (const Clause& read : routine.reads)
      if (read.slot == clause.slot) only_written = only_written - read.region;
    if (any(only_written)) stores_.spoil(clause.slot, only_written, place, PoisonKind::unwritten);
  }
}

void Poison::search_written(const Routine& routine, Place place, const Tracker& tracker) {
  ErrorList errors;
  for (const Clause& clause : routine.writes) {
    const PoisonSearch found = search_poison(stores_, clause, place, fetched_);
    for (const std::string& text : poison_texts(found, routine, clause, place, stores_, tracker))
      errors.add(clause.where, text);
  }
  errors.raise_if_any();
}

} // namespace nopal
