#include "core/sets/gather_table.hpp"

#include "core/base/assert.hpp"

#include <numeric>

namespace nopal {

int sums_of(std::span<const AddedTargets> added) {
  return std::accumulate(added.begin(), added.end(), 0,
                         [](int sum, const AddedTargets& each) { return sum + each.end - each.first; });
}

GatherTable gather_table(const LocalMesh& mesh, int set, std::span<const AddedTargets> added, std::int32_t owned) {
  const int sums = sums_of(added);
  std::vector<std::int32_t> room;
  // Calls visit(target, entry) in the order of execution.
  const auto each_entry = [&](const auto& visit) {
    for (const std::int32_t element : mesh.sets[static_cast<std::size_t>(set)].order) {
      std::int64_t entry = std::int64_t{element} * sums;
      for (const auto& [map, first, end] : added) {
        const LocalMap& local = mesh.maps[static_cast<std::size_t>(map)];
        NOPAL_ASSERT(local.arity() >= end);
        const std::span<const std::int32_t> row = local.row(element, room);
        for (int t = first; t < end; ++t, ++entry)
          if (const std::int32_t target = row[static_cast<std::size_t>(t)]; target < owned)
            visit(static_cast<std::size_t>(target), entry);
      }
    }
  };
  GatherTable table;
  table.offsets.resize(static_cast<std::size_t>(owned) + 1);
  each_entry([&](std::size_t target, std::int64_t /*entry*/) { ++table.offsets[target + 1]; });
  std::partial_sum(table.offsets.begin(), table.offsets.end(), table.offsets.begin());
  table.entries.resize(static_cast<std::size_t>(table.offsets.back()));
  std::vector<std::int64_t> next(table.offsets.begin(), table.offsets.end() - 1);
  each_entry(
      [&](std::size_t target, std::int64_t entry) { table.entries[static_cast<std::size_t>(next[target]++)] = entry; });
  return table;
}

} // namespace nopal
