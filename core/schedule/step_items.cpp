#include "core/schedule/step_items.hpp"

#include "core/declarations/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace nopal {

namespace {

/// Where an item of this name belongs; null: nowhere.
int* place(StepItems& items, std::string_view name) {
  if (name == methods_rates) return &items.rates;
  if (name == methods_post) return &items.post;
  if (name == methods_trial) return &items.trial;
  if (name == methods_judge) return &items.judge;
  if (name == methods_again) return &items.again;
  return nullptr;
}

void refuse(const ItemTree::Item& item, const ItemTree::Item& group, ErrorList& errors) {
  const std::string& thorn = group.thorn->name;
  errors.add(item.declaration->where,
             fmt::format("{0} is scheduled in {1}, which runs the stages of a method and nothing else: write \"in: "
                         "{2}::{3}\" (it computes right-hand sides), \"in: {2}::{4}\" (it completes a state), or a "
                         "bin, such as \"at: evol\"",
                         item.full_name(), group.full_name(), thorn, methods_rates, methods_post));
}

void sort(const ItemTree& tree, int group, StepItems& items, ErrorList& errors) {
  for (const int member : tree.in_group(group)) {
    const ItemTree::Item& item = tree.item(member);
    if (const std::optional<MethodUpdate>& update = item.declaration->update) {
      switch (update->kind) {
      case MethodUpdate::Kind::stage:
        items.updates.resize(std::max(items.updates.size(), static_cast<std::size_t>(update->stage)));
        items.updates[static_cast<std::size_t>(update->stage) - 1].push_back(member);
        break;
      case MethodUpdate::Kind::again:
        items.again_updates.push_back(member);
        break;
      case MethodUpdate::Kind::error:
        items.error = member;
      }
      continue;
    }
    int* const found = item.thorn == tree.item(group).thorn ? place(items, item.declaration->name) : nullptr;
    if (found == nullptr) {
      refuse(item, tree.item(group), errors);
      continue;
    }
    *found = member;
    if (found == &items.trial || found == &items.again) sort(tree, member, items, errors);
  }
}

} // namespace

bool is_step(const ItemTree& tree, int item) {
  return std::ranges::any_of(tree.in_group(item), [&](int member) {
    const std::optional<MethodUpdate>& update = tree.item(member).declaration->update;
    return update && update->kind == MethodUpdate::Kind::stage;
  });
}

StepItems step_items(const ItemTree& tree, int step, ErrorList& errors) {
  StepItems items;
  sort(tree, step, items, errors);
  return items;
}

} // namespace nopal
