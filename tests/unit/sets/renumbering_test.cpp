#include "core/sets/renumbering.hpp"
#include "tests/unit/sets/random_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <set>

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Pairs of neighbours. A pair that several rows name is there several times, seen from both sides.
std::multiset<std::array<std::int32_t, 2>> all_pairs(const std::vector<NeighbourTable>& tables, std::int32_t n) {
  std::multiset<std::array<std::int32_t, 2>> pairs;
  const auto add = [&](std::int32_t a, std::int32_t b) {
    if (a < n && b < n) pairs.insert({a, b}), pairs.insert({b, a});
  };
  for (const NeighbourTable& each : tables)
    for (std::int32_t row = 0; row < each.table->rows(); ++row) {
      const std::span<const std::int32_t> targets = each.table->row(row);
      for (std::size_t a = 0; a < targets.size(); ++a) {
        if (each.own_rows && targets[a] != row) add(row, targets[a]);
        for (std::size_t b = a + 1; b < targets.size() && !each.own_rows; ++b) add(targets[a], targets[b]);
      }
    }
  return pairs;
}

/// The method, directly from its description, on pairs.
class SlowMethod {
public:
  SlowMethod(const std::vector<NeighbourTable>& tables, std::int32_t n) : n_(n), pairs_(all_pairs(tables, n)) {
    for (std::int32_t e = 0; e < n; ++e)
      keys_.push_back({static_cast<std::int32_t>(std::ranges::count(pairs_, e, [](auto pair) { return pair[0]; })), e});
  }

  std::vector<std::int32_t> order() const {
    std::vector<Key> starts = keys_;
    std::ranges::sort(starts);
    std::vector<std::int32_t> order;
    for (const Key& start : starts)
      if (std::ranges::count(order, start[1]) == 0)
        for (const std::int32_t element : search(far_element(start[1])).first) order.push_back(element);
    std::ranges::reverse(order);
    return order;
  }

private:
  using Key = std::array<std::int32_t, 2>; // number of neighbours, number of the element

  /// The elements in the order in which they are found, and their distances.
  std::pair<std::vector<std::int32_t>, std::vector<int>> search(std::int32_t start) const {
    std::vector<std::int32_t> found{start};
    std::vector<int> distances{0};
    for (std::size_t at = 0; at < found.size(); ++at) {
      std::set<Key> next;
      for (std::int32_t e = 0; e < n_; ++e)
        if (pairs_.contains({found[at], e}) && std::ranges::count(found, e) == 0) next.insert(keys_[e]);
      for (const Key& key : next) {
        found.push_back(key[1]);
        distances.push_back(distances[at] + 1);
      }
    }
    return {found, distances};
  }

  std::int32_t far_element(std::int32_t start) const {
    while (true) {
      const auto [found, distances] = search(start);
      std::set<Key> last;
      for (std::size_t at = 0; at < found.size(); ++at)
        if (distances[at] == distances.back()) last.insert(keys_[found[at]]);
      const std::int32_t other = (*last.begin())[1];
      if (search(other).second.back() <= distances.back()) return start;
      start = other;
    }
  }

  std::int32_t n_;
  std::multiset<std::array<std::int32_t, 2>> pairs_;
  std::vector<Key> keys_;
};

TEST(ReverseCuthillMcKee, IsThatOfTheMethod) {
  Draw draw(11);
  for (int k = 0; k < 300; ++k) {
    const std::int32_t n = draw(1, 30);
    std::vector<LocalTable> tables;
    std::vector<NeighbourTable> list;
    for (int t = draw(0, 2); t >= 0; --t) {
      const bool own = draw(0, 1) == 1;
      // Some own rows and some targets lie outside.
      tables.push_back(random_table(draw, own ? n + draw(0, 3) : draw(0, n / 2 + 1), n + draw(0, 2)));
      list.push_back({nullptr, own});
    }
    for (std::size_t t = 0; t < tables.size(); ++t) list[t].table = &tables[t];
    const std::vector<std::int32_t> order = reverse_cuthill_mckee(list, n);
    EXPECT_TRUE(std::ranges::is_permutation(order, in_order(n)));
    EXPECT_EQ(order, SlowMethod(list, n).order()) << k;
  }
}

TEST(ReverseCuthillMcKee, HandlesNoTablesAndNoElements) {
  EXPECT_THAT(reverse_cuthill_mckee({}, 0), IsEmpty());
  EXPECT_THAT(reverse_cuthill_mckee({}, 3), ElementsAre(2, 1, 0));
}

TEST(ReverseCuthillMcKee, KeepsComponentsTogether) {
  const LocalTable pairs(2, {0, 3, 3, 5, 1, 4, 4, 2}); // 0-3-5, 1-4-2, 6 alone
  EXPECT_THAT(reverse_cuthill_mckee(std::vector<NeighbourTable>{{&pairs, false}}, 7), ElementsAre(2, 4, 1, 5, 3, 0, 6));
}

TEST(ReverseCuthillMcKee, ShuffledSquareGetsASmallBandwidth) {
  constexpr std::int32_t n = 60;
  Draw draw(12);
  const std::vector<std::int32_t> shuffled = random_permutation(draw, n * n);
  std::vector<std::int32_t> targets = edges_of_square(n).targets();
  for (std::int32_t& target : targets) target = shuffled[target];
  const LocalTable edges(2, targets);
  const std::vector<std::int32_t> order = reverse_cuthill_mckee(std::vector<NeighbourTable>{{&edges, false}}, n * n);
  std::vector<std::int32_t> place(n * n);
  for (std::int32_t k = 0; k < n * n; ++k) place[order[k]] = k;
  std::int32_t bandwidth = 0;
  for (std::int64_t edge = 0; edge < edges.rows(); ++edge)
    bandwidth = std::max(bandwidth, std::abs(place[edges.row(edge)[0]] - place[edges.row(edge)[1]]));
  EXPECT_EQ(bandwidth, n); // elements of two diagonals next to each other
}

TEST(ReverseCuthillMcKee, IsNotSlowIfManyElementsHaveOneNeighbourOrOneRow) {
  constexpr std::int32_t n = 1000000; // (n * n pairs would take hours)
  std::vector<std::int32_t> star;
  for (std::int32_t element = 1; element < n; ++element) star.insert(star.end(), {0, element});
  const LocalTable edges(2, star), one_row({0, n}, in_order(n)), isolated(std::vector<std::int64_t>{0}, {});
  for (const LocalTable* table : {&edges, &one_row, &isolated})
    EXPECT_EQ(reverse_cuthill_mckee(std::vector<NeighbourTable>{{table, false}}, n).size(), n);
}

TEST(OrderByTargets, SortsBySmallestTargetsFirst) {
  Draw draw(13);
  for (int k = 0; k < 200; ++k) {
    const std::int32_t n = draw(0, 30);
    const Tables tables = random_tables(draw, n);
    std::vector<const LocalTable*> list;
    for (const LocalTable& table : tables.tables) list.push_back(&table);
    std::set<std::pair<std::vector<std::vector<std::int32_t>>, std::int32_t>> keys;
    const std::int32_t first_rows = draw(0, n);
    for (std::int32_t element = 0; element < first_rows; ++element) {
      std::vector<std::vector<std::int32_t>> key;
      for (const LocalTable* table : list) {
        key.emplace_back(table->row(element).begin(), table->row(element).end());
        std::ranges::sort(key.back());
      }
      keys.insert({key, element});
    }
    std::vector<std::int32_t> expected;
    for (const auto& [key, element] : keys) expected.push_back(element);
    EXPECT_EQ(order_by_targets(list, first_rows), expected) << k;
  }
}

TEST(OrderByTargets, ComparesRowsWithoutRegardToTheirOrder) {
  const LocalTable table(2, {5, 1, 0, 9, 1, 4, 0, 3});
  EXPECT_THAT(order_by_targets(std::vector<const LocalTable*>{&table}, 4), ElementsAre(3, 1, 2, 0));
}

} // namespace
} // namespace nopal::test
