#include "core/sets/element_order.hpp"
#include "tests/unit/sets/random_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <set>

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Any numbers that differ.
std::vector<std::int64_t> random_numbers(Draw& draw, std::int32_t n) {
  std::vector<std::int64_t> numbers;
  for (const std::int32_t k : random_permutation(draw, n)) numbers.push_back((std::int64_t{1} << 33) + 7 * k);
  return numbers;
}

/// The global numbers of the elements that lead to a target, in an order of execution.
std::vector<std::int64_t> arrivals(const Tables& tables, const std::vector<std::int64_t>& numbers,
                                   const std::vector<std::int32_t>& order, int set, std::int32_t target) {
  std::vector<std::int64_t> result;
  for (const std::int32_t element : order)
    if (tables.leads(element, set, target)) result.push_back(numbers[element]);
  return result;
}

/// Whether all elements that must come before this one are in the order.
bool may_come(const Tables& tables, const std::vector<std::int64_t>& numbers, const std::vector<std::int32_t>& order,
              std::int32_t element) {
  for (std::int32_t other = 0; other < std::ssize(numbers); ++other) {
    if (numbers[other] >= numbers[element] || std::ranges::count(order, other) > 0) continue;
    for (std::size_t t = 0; t < tables.tables.size(); ++t)
      for (const std::int32_t target : tables.tables[t].row(element))
        if (tables.leads(other, tables.to[t], target)) return false;
  }
  return true;
}

/// The elements that come next at the targets of an element, by the last of its entries that leads to such a target.
std::vector<std::int32_t> followers(const Tables& tables, const std::vector<std::int64_t>& numbers,
                                    std::int32_t element) {
  std::vector<std::int32_t> result;
  for (std::size_t t = 0; t < tables.tables.size(); ++t)
    for (const std::int32_t target : tables.tables[t].row(element)) {
      std::int32_t next = -1;
      for (std::int32_t other = 0; other < std::ssize(numbers); ++other)
        if (numbers[other] > numbers[element] && tables.leads(other, tables.to[t], target) &&
            (next < 0 || numbers[other] < numbers[next]))
          next = other;
      if (next < 0) continue;
      std::erase(result, next);
      result.push_back(next);
    }
  return result;
}

/// Follows the rule step by step, for fewer elements than a batch has.
std::vector<std::int32_t> slow_order(const Tables& tables, const std::vector<std::int64_t>& numbers,
                                     const std::vector<std::int32_t>& preferred) {
  std::vector<std::int32_t> order, late;
  std::set<std::int32_t> reached;
  const auto emit = [&](std::int32_t element) {
    order.push_back(element);
    for (const std::int32_t next : followers(tables, numbers, element))
      if (reached.contains(next) && may_come(tables, numbers, order, next) && std::ranges::count(late, next) == 0)
        late.push_back(next);
  };
  for (const std::int32_t element : preferred) {
    reached.insert(element);
    if (may_come(tables, numbers, order, element)) emit(element);
  }
  for (std::size_t k = 0; k < late.size(); ++k) emit(late[k]);
  return order;
}

TEST(ElementOrder, IsThatOfTheRule) {
  Draw draw(1);
  for (int k = 0; k < 300; ++k) {
    const std::int32_t n = draw(0, 25);
    const Tables tables = random_tables(draw, n);
    const std::vector<std::int64_t> numbers = random_numbers(draw, n);
    const std::vector<std::int32_t> preferred = random_permutation(draw, n);
    EXPECT_EQ(element_order(tables.list(), numbers, preferred), slow_order(tables, numbers, preferred)) << k;
  }
}

/// What a process holds that owns some of the targets: all elements that lead to one of them.
struct Part {
  Tables tables;
  std::vector<std::int64_t> numbers;
};

/// Elements and targets get local numbers at random.
Part random_part(Draw& draw, const Tables& whole, const std::vector<std::set<std::int32_t>>& owned, std::int32_t n,
                 const std::vector<std::vector<std::int32_t>>& local_targets) {
  Part part{{whole.counts, {}, whole.to}, {}};
  std::vector<std::int32_t> held;
  for (const std::int32_t element : random_permutation(draw, n)) {
    bool needed = draw(0, 9) == 0;
    for (std::size_t t = 0; t < whole.tables.size(); ++t)
      for (const std::int32_t target : whole.tables[t].row(element)) needed |= owned[whole.to[t]].contains(target);
    if (needed) held.push_back(element);
  }
  for (const std::int32_t element : held) part.numbers.push_back(element);
  for (std::size_t t = 0; t < whole.tables.size(); ++t) {
    std::vector<std::vector<std::int32_t>> rows;
    for (const std::int32_t element : held) {
      rows.emplace_back();
      for (const std::int32_t target : whole.tables[t].row(element))
        rows.back().push_back(local_targets[whole.to[t]][target]);
    }
    part.tables.tables.push_back(table_of(rows, whole.tables[t].arity()));
  }
  return part;
}

TEST(ElementOrder, IncrementsArriveInTheOrderOfGlobalNumbersInEachPart) {
  Draw draw(2);
  for (int k = 0; k < 200; ++k) {
    const std::int32_t n = draw(0, 40), parts = draw(1, 4);
    const Tables whole = random_tables(draw, n);
    std::vector<std::vector<std::int32_t>> owner(whole.counts.size());
    for (std::size_t set = 0; set < owner.size(); ++set)
      for (std::int32_t target = 0; target < whole.counts[set]; ++target) owner[set].push_back(draw(0, parts - 1));
    std::vector<std::int64_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    for (std::int32_t p = 0; p < parts; ++p) {
      std::vector<std::set<std::int32_t>> owned(owner.size());
      std::vector<std::vector<std::int32_t>> local;
      for (std::size_t set = 0; set < owner.size(); ++set) {
        local.push_back(random_permutation(draw, whole.counts[set]));
        for (std::int32_t target = 0; target < whole.counts[set]; ++target)
          if (owner[set][target] == p) owned[set].insert(target);
      }
      const Part part = random_part(draw, whole, owned, n, local);
      const std::vector<std::int32_t> preferred =
          random_permutation(draw, static_cast<std::int32_t>(part.numbers.size()));
      const std::vector<std::int32_t> order = element_order(part.tables.list(), part.numbers, preferred);
      EXPECT_TRUE(std::ranges::is_permutation(order, preferred));
      for (std::size_t set = 0; set < owned.size(); ++set)
        for (const std::int32_t target : owned[set])
          EXPECT_EQ(arrivals(part.tables, part.numbers, order, static_cast<int>(set), local[set][target]),
                    arrivals(whole, numbers, in_order(n), static_cast<int>(set), target));
    }
  }
}

TEST(ElementOrder, IsThePreferredOneWithoutTablesOrWithoutSharedTargets) {
  const std::vector<std::int64_t> numbers{5, 3, 9, 1};
  const std::vector<std::int32_t> preferred{2, 0, 3, 1};
  EXPECT_EQ(element_order({}, numbers, preferred), preferred);
  const LocalTable apart(1, {3, 2, 1, 0});
  EXPECT_EQ(element_order(std::vector<TargetTable>{{&apart, 0}}, numbers, preferred), preferred);
  EXPECT_THAT(element_order({}, {}, {}), IsEmpty());
}

TEST(ElementOrder, LooksAtAllTablesToASetTogether) {
  const LocalTable a(1, {0, 1}), b(1, {2, 0}); // both elements lead to target 0
  const std::vector<std::int64_t> numbers{8, 4};
  EXPECT_THAT(element_order(std::vector<TargetTable>{{&a, 0}, {&b, 0}}, numbers, in_order(2)), ElementsAre(1, 0));
  EXPECT_THAT(element_order(std::vector<TargetTable>{{&a, 0}, {&b, 1}}, numbers, in_order(2)), ElementsAre(0, 1));
}

TEST(ElementOrder, EmitsALongChainOfPredecessors) {
  const std::int32_t n = 300000;
  std::vector<std::int32_t> targets, preferred = in_order(n);
  for (std::int32_t element = 0; element < n; ++element) targets.insert(targets.end(), {element, element + 1});
  const LocalTable chain(2, targets);
  std::vector<std::int64_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::ranges::reverse(preferred);
  EXPECT_EQ(element_order(std::vector<TargetTable>{{&chain, 0}}, numbers, preferred), in_order(n));
}

TEST(ElementOrder, StaysCloseToThePreferredOne) {
  const LocalTable edges = edges_of_square(60);
  const std::int32_t n = static_cast<std::int32_t>(edges.rows());
  Draw draw(3);
  const std::vector<std::int32_t> order =
      element_order(std::vector<TargetTable>{{&edges, 0}}, random_numbers(draw, n), in_order(n));
  double sum = 0;
  std::int32_t largest = 0;
  for (std::int32_t place = 0; place < n; ++place) {
    const std::int32_t distance = std::abs(order[place] - place);
    sum += distance;
    largest = std::max(largest, distance);
  }
  RecordProperty("mean", std::to_string(sum / n));
  RecordProperty("largest", largest);
  EXPECT_LT(sum / n, 2048); // elements of a batch
}

} // namespace
} // namespace nopal::test
