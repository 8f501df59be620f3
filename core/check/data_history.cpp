#include "core/check/data_history.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

DataHistory::DataHistory(const Variables& variables) : variables_(variables) {
  for (int v = 0; v < variables.n_variables(); ++v)
    cells_.emplace_back(static_cast<std::size_t>(variables.timelevels(v)));
}

const RegionData& DataHistory::data(Slot slot, Region base_region) const {
  const auto position = std::find(std::begin(base_regions), std::end(base_regions), base_region);
  NOPAL_ASSERT(position != std::end(base_regions));
  return cells_[slot.variable][slot.timelevel].regions[position - std::begin(base_regions)];
}

int DataHistory::latest_source(Slot slot, Region region) const {
  const RegionData* latest = nullptr;
  for (const Region base : base_regions) {
    if (!any(base & region)) continue;
    const RegionData& here = data(slot, base);
    if (here.source >= 0 && (latest == nullptr || here.order > latest->order)) latest = &here;
  }
  return latest != nullptr ? latest->source : -1;
}

int DataHistory::source_of(int routine, std::string_view sync, Slot slot) {
  const auto [found, fresh] =
      source_index_.try_emplace({routine, std::string(sync), slot}, static_cast<int>(sources_.size()));
  if (fresh) sources_.push_back({routine, std::string(sync), slot, Region::none});
  return found->second;
}

void DataHistory::read(Slot slot, Region region) {
  Cells& here = cells(slot);
  for (int r = 0; r < n_base_regions; ++r) {
    RegionData& data = here.regions[r];
    if (!any(region & base_regions[r]) || !data.valid) continue;
    data.read = true;
    sources_[data.source].read = true;
  }
}

void DataHistory::lose(RegionData& data, RegionData::Loss loss) {
  if (!data.valid) return;
  if (!data.read) sources_[data.source].never_read = true;
  data.valid = false;
  data.loss = loss;
  data.taken_at = iteration_;
}

void DataHistory::lose(Slot slot, Region region, RegionData::Loss loss) {
  Cells& here = cells(slot);
  for (int r = 0; r < n_base_regions; ++r)
    if (any(region & base_regions[r])) lose(here.regions[r], loss);
}

void DataHistory::set(Slot slot, Region region, int source) {
  Cells& here = cells(slot);
  sources_[source].region |= region;
  for (int r = 0; r < n_base_regions; ++r)
    if (any(region & base_regions[r]))
      here.regions[r] = {source, iteration_, order_, true, false, RegionData::Loss::none, 0};
}

void DataHistory::write(const Routine& routine, const Clause& clause) {
  const Region written = clause.region & validity_->tracked(clause.slot.variable);
  Region taken = written;
  if (any(written & Region::interior)) taken |= Region::boundary | Region::ghosts;
  if (any(written & Region::boundary)) taken |= Region::ghosts;
  lose(clause.slot, taken, RegionData::Loss::write);
  if (any(written)) set(clause.slot, written, source_of(routine.id, "", clause.slot));
}

void DataHistory::cycle(int variable) {
  std::vector<Cells>& timelevels = cells_[variable];
  std::rotate(timelevels.begin(), timelevels.end() - 1, timelevels.end());
  for (RegionData& data : timelevels.front().regions) {
    lose(data, RegionData::Loss::cycle);
    data = {};
    data.loss = RegionData::Loss::cycle;
    data.taken_at = iteration_;
  }
}

void DataHistory::end(const HookEvent& event) {
  iteration_ = event.iteration;
  ++order_;
  switch (event.hook) {
  case Hook::pre_call_function:
    if (event.routine->id >= static_cast<int>(called_.size()))
      called_.resize(static_cast<std::size_t>(event.routine->id) + 1, 0);
    called_[event.routine->id] = 1;
    break;
  case Hook::post_call_function: // ghosts may have arrived during the call
    for (const Clause& clause : event.routine->required()) read(clause.slot, clause.region);
    for (const Clause& clause : event.routine->writes) write(*event.routine, clause);
    break;
  case Hook::pre_sync:
    for (const SyncOrder& order : event.syncs) read(order.slot, Region::owned);
    break;
  case Hook::post_sync:
    for (const SyncOrder& order : event.syncs) {
      const int sync = source_of(-1, event.cause, order.slot);
      const RegionData& ghosts = data(order.slot, Region::ghosts);
      // If the ghosts were valid before, their readers do not need this sync.
      if (ghosts.valid) {
        sources_[sync].found = ghosts.source;
        continue;
      }
      sources_[sync].fills = true;
      set(order.slot, Region::ghosts, sync);
    }
    break;
  case Hook::require_valid_data:
    for (const Clause& clause : event.clauses) read(clause.slot, clause.region);
    break;
  case Hook::cycle:
    for (const int v : event.variables) cycle(v);
    break;
  case Hook::storage_off:
    for (const int v : event.variables)
      for (int timelevel = 0; timelevel < variables_.timelevels(v); ++timelevel)
        lose({v, timelevel}, Region::everywhere, RegionData::Loss::storage);
    break;
  default:
    break;
  }
}

void DataHistory::finish(std::int64_t settled) {
  for (const std::vector<Cells>& timelevels : cells_)
    for (const Cells& here : timelevels)
      for (const RegionData& data : here.regions)
        if (data.valid && !data.read && data.iteration <= settled) sources_[data.source].never_read = true;
}

} // namespace nopal
