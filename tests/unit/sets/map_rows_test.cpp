// The rows that generated loops use, compared with those of the mesh.

#include "core/kernels/map_rows.hpp"

#include "run_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace nopal::test {
namespace {

using nopal_dialect::MapRows;

constexpr int arity = 3;

/// Elements one after another, and in any order.
std::vector<std::int32_t> walk(const LocalMap& map, Random& random) {
  std::vector<std::int32_t> elements(static_cast<std::size_t>(map.rows()));
  std::iota(elements.begin(), elements.end(), 0);
  std::vector<std::int32_t> shuffled = elements;
  std::ranges::shuffle(shuffled, random);
  elements.insert(elements.end(), shuffled.begin(), shuffled.end());
  return elements;
}

void expect_rows(MapRows<arity> found, const LocalMap& map, Random& random) {
  std::vector<std::int32_t> room;
  for (const std::int32_t element : walk(map, random)) {
    const std::int32_t* const row = found.at(element);
    const auto expected = map.row(element, room);
    EXPECT_TRUE(std::equal(row, row + arity, expected.begin(), expected.end())) << element;
  }
}

std::vector<std::int32_t> packed(std::int32_t columns, const std::vector<std::int32_t>& values) {
  std::vector<std::int32_t> all{columns, 0};
  all.insert(all.end(), values.begin(), values.end());
  return all;
}

TEST(MapRows, AreThoseOfTheMeshByRuleAndByTable) {
  Random random(5);
  for (int n = 0; n < 20; ++n) {
    const int processes = dice(random, 1, 3);
    const WholeMesh whole = icosahedral_mesh(dice(random, 3, 6), dice(random, 3, 6), random);
    for (const RunMesh& mesh : run_meshes(whole, owners_by_rows(whole, processes), processes)) {
      const LocalMap& rule = mesh.local.maps[0]; // from cells to cells
      const LocalTable table = rule.make_table();
      ASSERT_EQ(table.arity(), arity);
      const HostMap by_rule{.pairs = rule.lines()->pairs.data(), .columns = rule.lines()->columns};
      expect_rows(MapRows<arity>(by_rule), rule, random);
      expect_rows(MapRows<arity>(HostMap{.targets = table.targets().data()}), table, random);
      expect_rows(MapRows<arity>(packed(0, table.targets()).data()), table, random);
      expect_rows(MapRows<arity>(packed(rule.lines()->columns, rule.lines()->pairs).data()), rule, random);
    }
  }
}

} // namespace
} // namespace nopal::test
