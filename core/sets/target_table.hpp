#pragma once
// A table of a loop, and the set to which it leads. Two tables may lead to the same set. Then a loop may change the
// same element through both of them, so what is ordered or kept apart by target looks at all tables of a set together.

#include "core/sets/map_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace nopal {

struct TargetTable {
  const LocalTable* table = nullptr;
  int to = -1; ///< number of the set
};

/// Returns for each set, up to the last one to which a table leads, a number of elements that holds all targets: the
/// largest target plus 1. Targets must not be negative.
std::vector<std::int32_t> target_counts(std::span<const TargetTable> tables);

/// Returns the position of the first target of a row among all targets of a table.
inline std::int64_t first_entry(const LocalTable& table, std::int64_t row) {
  return table.row(row).data() - table.targets().data();
}

} // namespace nopal
