#include "core/generator/local_arrays.hpp"

#include <algorithm>

namespace nopal {

namespace {

bool may_meet(const ElementRange& one, const ElementRange& other) {
  for (std::size_t axis = 0; axis < std::min(one.size(), other.size()); ++axis)
    if (one[axis] && other[axis] && !one[axis]->meets(*other[axis])) return false;
  return true;
}

// Whether the one may happen before the other.
bool comes_before(const LocalArrays::Access& set, const LocalArrays::Access& use) {
  return set.token < use.token || (set.loop.begin <= use.token && use.token < set.loop.end);
}

std::optional<std::vector<long>> single_element(const ElementRange& range) {
  std::vector<long> indices;
  for (const std::optional<ConstantRange>& axis : range) {
    if (!axis || !axis->is_one()) return std::nullopt;
    indices.push_back(axis->lower);
  }
  return indices;
}

} // namespace

int LocalArrays::add() {
  all_.emplace_back();
  return static_cast<int>(all_.size()) - 1;
}

void LocalArrays::set(int array, const Access& access) {
  Array& of = all_[static_cast<std::size_t>(array)];
  if (const auto element = single_element(access.elements))
    of.single[*element].push_back(access);
  else
    of.wide.push_back(access);
}

void LocalArrays::use(int array, const Access& access) { all_[static_cast<std::size_t>(array)].uses.push_back(access); }

bool LocalArrays::may_be_set(const Array& array, const Access& use) {
  const auto sets = [&](const Access& set) { return may_meet(set.elements, use.elements) && comes_before(set, use); };
  if (std::ranges::any_of(array.wide, sets)) return true;
  if (const auto element = single_element(use.elements)) {
    const auto found = array.single.find(*element);
    return found != array.single.end() && std::ranges::any_of(found->second, sets);
  }
  return std::ranges::any_of(array.single, [&](const auto& of) { return std::ranges::any_of(of.second, sets); });
}

std::vector<std::size_t> LocalArrays::unset_uses(int array) const {
  const Array& of = all_[static_cast<std::size_t>(array)];
  std::vector<std::size_t> tokens;
  if (of.lost) return tokens;
  for (const Access& use : of.uses)
    if (!may_be_set(of, use)) tokens.push_back(use.token);
  return tokens;
}

} // namespace nopal
