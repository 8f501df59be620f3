#include "core/generator/assigned_names.hpp"

#include <algorithm>
#include <iterator>

namespace nopal {

int AssignedNames::add() {
  has_.push_back(false);
  return static_cast<int>(has_.size()) - 1;
}

void AssignedNames::assign(int name) {
  if (has_[static_cast<std::size_t>(name)]) return;
  has_[static_cast<std::size_t>(name)] = true;
  trail_.push_back(name);
}

void AssignedNames::apply(const Added& added) {
  for (const int name : added.names) assign(name);
  dead_ = dead_ || added.dead;
}

AssignedNames::Added AssignedNames::since(const Mark& mark) const {
  return {dead_, {trail_.begin() + static_cast<std::ptrdiff_t>(mark.names), trail_.end()}};
}

void AssignedNames::back(const Mark& mark) {
  for (; trail_.size() > mark.names; trail_.pop_back()) has_[static_cast<std::size_t>(trail_.back())] = false;
  dead_ = mark.dead;
}

AssignedNames::Added AssignedNames::take(const Mark& mark) {
  Added added = since(mark);
  back(mark);
  return added;
}

AssignedNames::Added meet(AssignedNames::Added one, AssignedNames::Added other) {
  if (one.dead) return other;
  if (other.dead || one.names.empty()) return one;
  std::ranges::sort(one.names);
  std::ranges::sort(other.names);
  AssignedNames::Added both;
  std::ranges::set_intersection(one.names, other.names, std::back_inserter(both.names));
  return both;
}

AssignedNames::Added in_turn(AssignedNames::Added first, const AssignedNames::Added& then) {
  first.names.insert(first.names.end(), then.names.begin(), then.names.end());
  first.dead = first.dead || then.dead;
  return first;
}

} // namespace nopal
