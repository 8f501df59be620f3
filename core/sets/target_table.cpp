#include "core/sets/target_table.hpp"

#include <algorithm>

namespace nopal {

std::vector<std::int32_t> target_counts(std::span<const TargetTable> tables) {
  std::vector<std::int32_t> counts;
  for (const TargetTable& each : tables) {
    NOPAL_ASSERT(each.table != nullptr && each.to >= 0);
    if (each.to >= std::ssize(counts)) counts.resize(each.to + 1);
    for (const std::int32_t target : each.table->targets()) {
      NOPAL_ASSERT(target >= 0);
      counts[each.to] = std::max(counts[each.to], target + 1);
    }
  }
  return counts;
}

} // namespace nopal
