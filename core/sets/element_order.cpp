#include "core/sets/element_order.hpp"

#include <algorithm>
#include <numeric>

namespace nopal {

namespace {

constexpr std::int32_t none = -1;

/// Which elements must come before others, because both lead to a target.
struct Waiting {
  /// By table, for each of its entries: the element that waits for the one of the entry, or `none`.
  std::vector<std::vector<std::int32_t>> next;
  std::vector<std::int32_t> missing; ///< for each element: how many entries of others it waits for
};

Waiting find_waiting(std::span<const TargetTable> tables, std::span<const std::int64_t> numbers) {
  std::vector<std::int32_t> by_number(numbers.size());
  std::iota(by_number.begin(), by_number.end(), 0);
  const auto number_of = [&](std::int32_t element) { return numbers[element]; };
  std::ranges::sort(by_number, {}, number_of);
  NOPAL_ASSERT(std::ranges::adjacent_find(by_number, {}, number_of) == by_number.end());

  Waiting waiting{{}, std::vector<std::int32_t>(numbers.size())};
  for (const TargetTable& each : tables) waiting.next.emplace_back(each.table->targets().size(), none);
  struct Last {
    std::int32_t element = none;
    std::int32_t* next = nullptr; ///< of its entry
  };
  std::vector<std::vector<Last>> last; // for each target of each set, the last element that led to it
  for (const std::int32_t count : target_counts(tables)) last.emplace_back(count);
  for (const std::int32_t element : by_number)
    for (std::size_t t = 0; t < tables.size(); ++t) {
      std::int32_t* next = waiting.next[t].data() + first_entry(*tables[t].table, element);
      for (const std::int32_t target : tables[t].table->row(element)) {
        Last& before = last[tables[t].to][target];
        if (before.element != none && before.element != element) {
          *before.next = element;
          ++waiting.missing[element];
        }
        before = {element, next++};
      }
    }
  return waiting;
}

/// Emits elements, each after those that it waits for. An element does not draw forward those that it waits for,
/// because these would draw others, and loops would jump ahead all the time. As it is, they go forward through memory,
/// and go back only to what they have just used.
class Emission {
public:
  Emission(std::span<const TargetTable> tables, std::span<const std::int64_t> numbers)
      : tables_(tables), waiting_(find_waiting(tables, numbers)), reached_(numbers.size()) {
    order_.reserve(numbers.size());
  }

  /// Emits the element if it waits for no other. After each batch it emits the reached elements that wait no more.
  void reach(std::int32_t element) {
    reached_[element] = true;
    if (waiting_.missing[element] == 0) emit(element);
    if (++n_reached_ % batch == 0) catch_up();
  }
  std::vector<std::int32_t> take() {
    catch_up();
    return std::move(order_);
  }

private:
  /// Reached elements, before those that wait no more have their turn. With fewer, loops would jump back more often.
  /// With more, these would have left the cache.
  static constexpr std::int64_t batch = 2048;

  void catch_up() {
    for (std::size_t k = 0; k < ready_.size(); ++k) emit(ready_[k]);
    ready_.clear();
  }
  void emit(std::int32_t element) {
    order_.push_back(element);
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const LocalTable& table = *tables_[t].table;
      const std::int64_t first = first_entry(table, element), count = std::ssize(table.row(element));
      for (std::int64_t entry = first; entry < first + count; ++entry) {
        const std::int32_t next = waiting_.next[t][entry];
        if (next != none && --waiting_.missing[next] == 0 && reached_[next]) ready_.push_back(next);
      }
    }
  }

  std::span<const TargetTable> tables_;
  Waiting waiting_;
  std::vector<bool> reached_;
  std::int64_t n_reached_ = 0;
  std::vector<std::int32_t> ready_; ///< reached elements that wait no more and have not been emitted
  std::vector<std::int32_t> order_;
};

} // namespace

std::vector<std::int32_t> element_order(std::span<const TargetTable> incremented, std::span<const std::int64_t> numbers,
                                        std::span<const std::int32_t> preferred) {
  NOPAL_ASSERT(preferred.size() == numbers.size());
  for (const TargetTable& each : incremented) NOPAL_ASSERT(each.table->rows() == std::ssize(numbers));
  Emission emission(incremented, numbers);
  for (const std::int32_t element : preferred) emission.reach(element);
  return emission.take();
}

} // namespace nopal
