#include "core/schedule/tree.hpp"

#include "core/base/suggest.hpp"
#include "core/declarations/name_scope.hpp"
#include "core/schedule/order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nopal {

namespace {

std::string cycle_text(const std::vector<const ItemTree::Item*>& cycle) {
  std::string text;
  for (const ItemTree::Item* item : cycle)
    text += fmt::format("{} ({}) -> ", item->full_name(), item->declaration->where.text());
  return text + cycle.front()->full_name();
}

} // namespace

ItemTree::ItemTree(const std::vector<ThornDeclaration>& thorns, const std::vector<Bin>& bins, ErrorList& errors)
    : thorns_(thorns) {
  for (const ThornDeclaration& thorn : thorns)
    for (const ItemDeclaration& declaration : thorn.schedule) {
      index_.emplace(thorn.name + "::" + declaration.name, static_cast<int>(items_.size()));
      items_.push_back({&thorn, &declaration});
    }
  place_in_bins(bins, errors);
  place_in_groups(errors);
  follow_groups_to_bins(errors);
  order_members(bins, errors);
}

void ItemTree::place_in_bins(const std::vector<Bin>& bins, ErrorList& errors) {
  std::vector<std::string> bin_names;
  bin_names.reserve(bins.size());
  for (const Bin& bin : bins) bin_names.push_back(bin.name);
  const auto number_of = [&](const Item& item, const std::string& bin) {
    const auto found = std::find(bin_names.begin(), bin_names.end(), bin);
    if (found == bin_names.end())
      errors.add(item.declaration->where, fmt::format("{} is scheduled at \"{}\", which is no bin{}", item.full_name(),
                                                      bin, did_you_mean(bin, bin_names)));
    return found == bin_names.end() ? -1 : static_cast<int>(found - bin_names.begin());
  };
  also_at_.resize(bins.size());
  for (Item& item : items_) {
    const ItemDeclaration& declaration = *item.declaration;
    if (!declaration.launched_by.empty()) continue;
    for (const std::string& bin : declaration.also_at)
      if (const int number = number_of(item, bin); number >= 0)
        also_at_[static_cast<std::size_t>(number)].push_back(static_cast<int>(&item - items_.data()));
    if (declaration.bin.empty() == declaration.in.empty()) {
      errors.add(declaration.where,
                 fmt::format("{} needs either at: (a bin) or in: (a schedule group)", item.full_name()));
      continue;
    }
    if (declaration.bin.empty()) continue;
    item.bin = number_of(item, declaration.bin);
  }
}

void ItemTree::place_in_groups(ErrorList& errors) {
  const auto is_group = [&](const std::string& full) {
    const auto found = index_.find(full);
    return found != index_.end() && items_[found->second].declaration->kind == ItemKind::group;
  };
  for (Item& item : items_) {
    const ItemDeclaration& declaration = *item.declaration;
    if (declaration.in.empty() || !declaration.bin.empty()) continue;
    const NameScope scope(*item.thorn);
    std::vector<std::string> found = scope.find(declaration.in, is_group);
    // An item may be in a group of any active thorn, since this uses no variable or parameter of that thorn.
    if (found.empty() && is_group(declaration.in)) found = {declaration.in};
    if (found.size() == 1)
      item.group = index_.at(found.front());
    else if (found.empty())
      errors.add(declaration.where, fmt::format("{} is scheduled in \"{}\", which is no schedule group{}",
                                                item.full_name(), declaration.in, advice_on_group(declaration.in)));
    else
      scope.add_error(declaration.in, "schedule group", found, names_of(true), declaration.where, errors);
  }
}

std::string ItemTree::advice_on_group(const std::string& name) const {
  const std::string thorn = split_name(name).thorn;
  if (thorn.empty() || std::ranges::count(thorns_, thorn, &ThornDeclaration::name) > 0)
    return suggest_full_name(name, names_of(true));
  return fmt::format(", since {0} is not active: add {0} to \"thorns:\" of the parfile", thorn);
}

void ItemTree::follow_groups_to_bins(ErrorList& errors) {
  const int n = static_cast<int>(items_.size());
  std::vector<bool> reported(n, false);
  for (int i = 0; i < n; ++i) {
    int outermost = i;
    int steps = 0;
    for (; items_[outermost].group >= 0 && steps <= n; ++steps) outermost = items_[outermost].group;
    if (steps <= n) {
      items_[i].bin = items_[outermost].bin;
      continue;
    }
    // After more steps than there are items, `outermost` is part of a cycle.
    if (reported[outermost]) continue;
    std::vector<const Item*> cycle;
    for (int member = outermost; !reported[member]; member = items_[member].group) {
      reported[member] = true;
      cycle.push_back(&items_[member]);
    }
    errors.add(cycle.front()->declaration->where,
               fmt::format("these schedule groups contain themselves: {}", cycle_text(cycle)));
  }
}

std::vector<int> ItemTree::launched() const {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(items_.size()); ++i)
    if (!items_[i].declaration->launched_by.empty()) found.push_back(i);
  return found;
}

std::vector<int> ItemTree::path(int item) const {
  std::vector<int> path;
  for (int i = item; i >= 0; i = items_[i].group) path.push_back(i);
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<std::string> ItemTree::names_of(bool groups_only) const {
  std::vector<std::string> names;
  for (const Item& item : items_)
    if (!groups_only || item.declaration->kind == ItemKind::group) names.push_back(item.full_name());
  return names;
}

int ItemTree::neighbour(int item, const std::string& name, const std::string& key, ErrorList& errors) const {
  const Item& self = items_[item];
  const QualifiedName parts = split_name(name);
  const auto exists = [&](const std::string& full) { return index_.contains(full); };
  const auto is_meant = [&](const ThornDeclaration& thorn) { return thorn.name == parts.thorn; };
  if (!parts.thorn.empty() && std::none_of(thorns_.begin(), thorns_.end(), is_meant)) return -1;
  if (exists(name)) return index_.at(name);
  const std::vector<std::string> found =
      parts.thorn.empty() ? NameScope(*self.thorn).find(name, exists) : std::vector<std::string>{};
  if (found.size() == 1) return index_.at(found.front());
  if (found.size() > 1) {
    errors.add(self.declaration->where, ambiguity(name, found));
    return -1;
  }
  std::vector<std::string> own;
  for (const Item& other : items_)
    if (other.thorn == self.thorn && &other != &self) own.push_back(other.declaration->name);
  std::string hint = parts.thorn.empty() ? did_you_mean(name, own) : "";
  if (hint.empty()) hint = suggest_full_name(name, names_of(false));
  errors.add(self.declaration->where,
             fmt::format("{}: {} names \"{}\", which is no routine or schedule group of {}{}", self.full_name(), key,
                         name, parts.thorn.empty() ? self.thorn->name : parts.thorn, hint));
  return -1;
}

void ItemTree::order_members(const std::vector<Bin>& bins, ErrorList& errors) {
  const int n = static_cast<int>(items_.size());
  in_bin_.resize(bins.size());
  in_group_.resize(n);
  after_.resize(n);
  // An edge connects two items of one list. The key of a list is the position of its group, or n + bin.
  std::map<int, std::vector<std::pair<int, int>>> edges;
  const auto list_of = [&](int i) { return items_[i].group >= 0 ? items_[i].group : n + items_[i].bin; };

  const auto add_edge = [&](int item, const std::string& name, const std::string& key) {
    const int other = neighbour(item, name, key, errors);
    if (other < 0) return;
    const auto fail = [&](const std::string& why) {
      errors.add(items_[item].declaration->where,
                 fmt::format("{}: {} names \"{}\", which {}", items_[item].full_name(), key, name, why));
    };
    if (const ItemDeclaration& named = *items_[other].declaration; named.stage >= 0)
      return fail(fmt::format("is part of the stencil {0}: name \"{0}\"", named.launched_by.front()));
    if (!items_[other].declaration->launched_by.empty())
      return fail("only runs when a function launches it: name that function");
    if (items_[item].bin < 0 || items_[other].bin < 0) return;
    if (items_[item].bin != items_[other].bin)
      return fail(fmt::format("is in bin {}, but this item is in bin {}: name an item of the same bin",
                              bins[items_[other].bin].name, bins[items_[item].bin].name));
    // If the two items are in different groups, the groups get the order.
    const std::vector<int> mine = path(item);
    const std::vector<int> theirs = path(other);
    size_t depth = 0;
    while (depth + 1 < std::min(mine.size(), theirs.size()) && mine[depth] == theirs[depth]) ++depth;
    const int a = mine[depth];
    const int b = theirs[depth];
    if (a == b && item != other) return fail(mine.size() > theirs.size() ? "contains this item" : "is in this group");
    edges[list_of(a)].push_back(key == "before:" ? std::pair{a, b} : std::pair{b, a});
  };
  for (int i = 0; i < n; ++i) {
    for (const std::string& name : items_[i].declaration->before) add_edge(i, name, "before:");
    for (const std::string& name : items_[i].declaration->after) add_edge(i, name, "after:");
    if (items_[i].bin < 0) continue;
    auto& edges_of_list = edges[list_of(i)];
    if (!items_[i].declaration->last) continue;
    for (int other = 0; other < n; ++other)
      if (items_[other].bin >= 0 && list_of(other) == list_of(i) && !items_[other].declaration->last)
        edges_of_list.emplace_back(other, i);
  }
  for (const auto& [list, edges_of_list] : edges) {
    const Order order = topological_order(n, edges_of_list);
    if (!order.cycle.empty()) {
      std::vector<const Item*> cycle;
      for (const int node : order.cycle) cycle.push_back(&items_[node]);
      const bool has_last = std::ranges::any_of(cycle, [](const Item* item) { return item->declaration->last; });
      errors.add(cycle.front()->declaration->where,
                 fmt::format("{} put these items into a cycle: {}",
                             has_last ? "before:, after: and last:" : "before: and after:", cycle_text(cycle)));
    }
    std::vector<int>& ordered = list < n ? in_group_[list] : in_bin_[list - n];
    for (const int node : order.sequence)
      if (items_[node].bin >= 0 && list_of(node) == list) ordered.push_back(node);
    for (const auto& [first, second] : edges_of_list)
      after_[second].push_back(static_cast<int>(std::find(ordered.begin(), ordered.end(), first) - ordered.begin()));
  }
}

} // namespace nopal
