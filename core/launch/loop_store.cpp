#include "core/launch/loop_store.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

Slot LoopStore::slot_of(const Key& key, std::int64_t values, const std::string& what) {
  const auto [found, is_new] = known_.emplace(key, tables_.size());
  if (is_new) tables_.push_back({.key = key, .what = what});
  Table& table = tables_[found->second];
  NOPAL_ASSERT(!table.created || table.values >= values);
  table.values = std::max(table.values, values);
  return {.variable = first_variable_ + static_cast<int>(found->second)};
}

std::vector<std::int32_t> LoopStore::targets_on_device(int number) const {
  const LocalMap& map = mesh_->local.maps[static_cast<std::size_t>(number)];
  if (!mesh_->topology.maps[static_cast<std::size_t>(number)].by_rule) return map.table().targets();
  const LineRows* const lines = map.lines();
  const std::vector<std::int32_t>& rows = lines != nullptr ? lines->pairs : map.table().targets();
  std::vector<std::int32_t> values{lines != nullptr ? lines->columns : 0, 0};
  values.insert(values.end(), rows.begin(), rows.end());
  return values;
}

Slot LoopStore::targets(int map) {
  return slot_of({Kind::targets, map}, std::ssize(targets_on_device(map)),
                 "the targets of " + mesh_->topology.maps[static_cast<std::size_t>(map)].name);
}

Slot LoopStore::offsets(int map) {
  return slot_of({Kind::offsets, map}, std::ssize(mesh_->local.maps[static_cast<std::size_t>(map)].table().offsets()),
                 "the offsets of " + mesh_->topology.maps[static_cast<std::size_t>(map)].name);
}

std::int32_t LoopStore::owned_targets(std::span<const AddedTargets> added) const {
  const int to = mesh_->topology.maps[static_cast<std::size_t>(added.front().map)].to;
  return mesh_->local.sets[static_cast<std::size_t>(to)].owned;
}

std::pair<Slot, Slot> LoopStore::gather(int set, std::span<const AddedTargets> added) {
  const std::vector<AddedTargets> key(added.begin(), added.end());
  const std::string what =
      "increments through " + mesh_->topology.maps[static_cast<std::size_t>(added.front().map)].name + ": ";
  // Entries that lead to elements of other processes are not in the table.
  const std::int64_t most = std::int64_t{mesh_->local.sets[static_cast<std::size_t>(set)].executed} * sums_of(added);
  return {slot_of({Kind::gather_offsets, set, key}, std::int64_t{owned_targets(added)} + 1, what + "offsets"),
          slot_of({Kind::gather_entries, set, key}, most, what + "entries")};
}

std::pair<Slot, const StagedPlan*> LoopStore::plan(int set, std::int32_t elements, const std::vector<StagedDat>& dats,
                                                   const BlockLimits& limits) {
  const auto [found, is_new] = known_plans_.try_emplace({set, dats}, plans_.size());
  if (is_new) plans_.push_back(make_staged_plan(mesh_->local, elements, dats, limits));
  const StagedPlan& plan = plans_[found->second];
  const std::string& name = mesh_->topology.sets[static_cast<std::size_t>(set)].name;
  return {
      slot_of({Kind::plan, static_cast<int>(found->second)}, std::ssize(plan.words), "a plan of loops over " + name),
      &plan};
}

Slot LoopStore::scratch(int number, std::int64_t values) {
  return slot_of({Kind::scratch, number}, values, "what elements of loops give");
}

std::size_t LoopStore::bytes() const {
  std::size_t sum = 0;
  for (const Table& table : tables_) sum += static_cast<std::size_t>(table.values) * table.value_bytes();
  return sum;
}

void LoopStore::create(Device& device) {
  for (std::size_t n = 0; n < tables_.size(); ++n) {
    Table& table = tables_[n];
    if (table.created) continue;
    const Slot slot{.variable = first_variable_ + static_cast<int>(n)};
    const SlotStorage storage{slot, array_layout({table.values, 1, 1}), table.value_bytes(), table.what};
    device.create_variables({&storage, 1});
    fill(device, slot, table);
    if (table.key.kind == Kind::plan) plans_[static_cast<std::size_t>(table.key.number)].words = {};
    table.created = true;
  }
}

void LoopStore::fill(Device& device, Slot slot, const Table& table) const {
  const auto copy = [&](const auto& values) {
    if (values.empty()) return;
    // A device may move what it gets, so it gets a copy.
    auto moved = values;
    Ticket ticket = 0;
    const Piece piece{slot, reinterpret_cast<std::byte*>(moved.data()), 0, std::ssize(moved)};
    device.copy_to_device({&piece, 1}, ticket);
    device.wait(ticket);
  };
  const auto number = static_cast<std::size_t>(table.key.number);
  const auto gathered = [&] {
    return gather_table(mesh_->local, table.key.number, table.key.added, owned_targets(table.key.added));
  };
  switch (table.key.kind) {
  case Kind::targets:
    return copy(targets_on_device(table.key.number));
  case Kind::offsets:
    return copy(mesh_->local.maps[number].table().offsets());
  case Kind::gather_offsets:
    return copy(gathered().offsets);
  case Kind::gather_entries:
    return copy(gathered().entries);
  case Kind::plan:
    return copy(plans_[number].words);
  case Kind::scratch:
    return;
  }
}

} // namespace nopal
