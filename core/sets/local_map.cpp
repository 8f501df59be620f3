#include "core/sets/local_map.hpp"

namespace nopal {

int LocalMap::arity() const { return lines() != nullptr ? lines()->arity : table().arity(); }

std::int64_t LocalMap::rows() const {
  if (lines() == nullptr) return table().rows();
  return std::ssize(lines()->pairs) / (2L * lines()->arity) * lines()->columns;
}

std::span<const std::int32_t> LocalMap::row(std::int64_t element, std::vector<std::int32_t>& room) const {
  if (lines() == nullptr) return table().row(element);
  const auto& [columns, arity, pairs] = *lines();
  const std::int64_t line = element / columns, column = element % columns;
  NOPAL_ASSERT(element >= 0 && element < rows());
  room.clear();
  for (int t = 0; t < arity; ++t) {
    const auto at = static_cast<std::size_t>(2 * (line * arity + t));
    room.push_back(pairs[at] + static_cast<std::int32_t>((column + pairs[at + 1]) % columns));
  }
  return room;
}

LocalTable LocalMap::make_table() const {
  if (lines() == nullptr) return table();
  std::vector<std::int32_t> targets, room;
  targets.reserve(static_cast<std::size_t>(rows() * arity()));
  for (std::int64_t element = 0; element < rows(); ++element) {
    const auto of_element = row(element, room);
    targets.insert(targets.end(), of_element.begin(), of_element.end());
  }
  return {arity(), std::move(targets)};
}

std::int64_t LocalMap::bytes() const {
  const auto size = [](const auto& values) { return static_cast<std::int64_t>(std::span(values).size_bytes()); };
  if (lines() != nullptr) return size(lines()->pairs);
  return size(table().targets()) + (table().arity() > 0 ? 0 : size(table().offsets()));
}

} // namespace nopal
