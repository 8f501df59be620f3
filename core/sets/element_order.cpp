#include "core/sets/element_order.hpp"

#include <algorithm>
#include <numeric>

namespace nopal {

namespace {

constexpr std::int32_t none = -1;

/// For each entry of a table, the element that must come just before, because of the target of the entry. An entry
/// that needs no element before it has `none`.
using Previous = std::vector<std::int32_t>;

std::vector<Previous> find_previous(std::span<const TargetTable> tables, std::span<const std::int64_t> numbers) {
  std::vector<std::int32_t> by_number(numbers.size());
  std::iota(by_number.begin(), by_number.end(), 0);
  const auto number_of = [&](std::int32_t element) { return numbers[element]; };
  std::ranges::sort(by_number, {}, number_of);
  NOPAL_ASSERT(std::ranges::adjacent_find(by_number, {}, number_of) == by_number.end());

  std::vector<std::vector<std::int32_t>> last; // for each target of each set, the last element that led to it
  for (const std::int32_t count : target_counts(tables)) last.emplace_back(count, none);
  std::vector<Previous> previous;
  for (const TargetTable& each : tables) previous.emplace_back(each.table->targets().size(), none);
  for (const std::int32_t element : by_number)
    for (std::size_t t = 0; t < tables.size(); ++t) {
      std::int64_t entry = first_entry(*tables[t].table, element);
      for (const std::int32_t target : tables[t].table->row(element)) {
        std::int32_t& before = last[tables[t].to][target];
        if (before != element) previous[t][entry] = before;
        before = element;
        ++entry;
      }
    }
  return previous;
}

/// Emits elements, each after those that must come before it.
class Emission {
public:
  Emission(std::span<const TargetTable> tables, std::span<const std::int64_t> numbers)
      : tables_(tables), previous_(find_previous(tables, numbers)), emitted_(numbers.size()) {
    order_.reserve(numbers.size());
  }

  void emit(std::int32_t element) {
    if (emitted_[element]) return;
    path_.push_back({element});
    while (!path_.empty()) {
      const std::int32_t needed = next_needed(path_.back());
      if (needed != none) {
        path_.push_back({needed});
        continue;
      }
      emitted_[path_.back().element] = true;
      order_.push_back(path_.back().element);
      path_.pop_back();
    }
  }
  std::vector<std::int32_t> take() { return std::move(order_); }

private:
  /// An element whose predecessors are being emitted, and the entry that is looked at next.
  struct Step {
    std::int32_t element;
    std::size_t table = 0;
    std::int64_t entry = 0; ///< within the row
  };

  /// Returns an element that must come before and has not been emitted, or `none`. Global numbers fall along the path,
  /// so no element is on it twice.
  std::int32_t next_needed(Step& step) const {
    for (; step.table < tables_.size(); ++step.table, step.entry = 0) {
      const LocalTable& table = *tables_[step.table].table;
      const std::int64_t first = first_entry(table, step.element), count = std::ssize(table.row(step.element));
      while (step.entry < count) {
        const std::int32_t before = previous_[step.table][first + step.entry++];
        if (before != none && !emitted_[before]) return before;
      }
    }
    return none;
  }

  std::span<const TargetTable> tables_;
  std::vector<Previous> previous_; ///< by table
  std::vector<bool> emitted_;
  std::vector<Step> path_;
  std::vector<std::int32_t> order_;
};

} // namespace

std::vector<std::int32_t> element_order(std::span<const TargetTable> incremented, std::span<const std::int64_t> numbers,
                                        std::span<const std::int32_t> preferred) {
  NOPAL_ASSERT(preferred.size() == numbers.size());
  for (const TargetTable& each : incremented) NOPAL_ASSERT(each.table->rows() == std::ssize(numbers));
  Emission emission(incremented, numbers);
  for (const std::int32_t element : preferred) emission.emit(element);
  return emission.take();
}

} // namespace nopal
