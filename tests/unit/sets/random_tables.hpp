#pragma once
// Random tables of maps. The same numbers are drawn with every standard library.

#include "core/sets/target_table.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace nopal::test {

/// Draws numbers.
class Draw {
public:
  explicit Draw(unsigned seed) : bits_(seed) {}
  /// Returns a number from `lowest` to `highest`, both included.
  std::int32_t operator()(std::int32_t lowest, std::int32_t highest) {
    return lowest + static_cast<std::int32_t>(bits_() % static_cast<std::uint32_t>(highest - lowest + 1));
  }

private:
  std::mt19937 bits_;
};

inline std::vector<std::int32_t> in_order(std::int32_t n) {
  std::vector<std::int32_t> result(n);
  std::iota(result.begin(), result.end(), 0);
  return result;
}

inline std::vector<std::int32_t> random_permutation(Draw& draw, std::int32_t n) {
  std::vector<std::int32_t> result = in_order(n);
  for (std::int32_t k = n - 1; k > 0; --k) std::swap(result[k], result[draw(0, k)]);
  return result;
}

inline LocalTable table_of(const std::vector<std::vector<std::int32_t>>& rows, int arity) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> targets;
  for (const std::vector<std::int32_t>& row : rows) {
    targets.insert(targets.end(), row.begin(), row.end());
    offsets.push_back(std::ssize(targets));
  }
  return arity > 0 ? LocalTable(arity, targets) : LocalTable(offsets, targets);
}

/// Rows of a fixed or a varying number of targets. Without targets, all rows are empty. A row may name a target twice.
inline LocalTable random_table(Draw& draw, std::int32_t rows, std::int32_t targets) {
  const int arity = targets == 0 ? 0 : draw(0, 4);
  std::vector<std::vector<std::int32_t>> all(rows);
  for (std::vector<std::int32_t>& row : all) {
    row.resize(arity > 0 ? arity : targets == 0 ? 0 : draw(0, 5));
    for (std::int32_t& target : row) target = draw(0, targets - 1);
  }
  return table_of(all, arity);
}

/// Some tables from one set to others.
struct Tables {
  std::vector<std::int32_t> counts; ///< elements of each target set
  std::vector<LocalTable> tables;
  std::vector<int> to;

  std::vector<TargetTable> list() const {
    std::vector<TargetTable> result;
    for (std::size_t t = 0; t < tables.size(); ++t) result.push_back({&tables[t], to[t]});
    return result;
  }
  /// Whether an element leads to a target, through any table.
  bool leads(std::int32_t element, int set, std::int32_t target) const {
    for (std::size_t t = 0; t < tables.size(); ++t)
      if (to[t] == set && std::ranges::count(tables[t].row(element), target) > 0) return true;
    return false;
  }
};

inline Tables random_tables(Draw& draw, std::int32_t elements) {
  Tables tables;
  const int n_sets = draw(1, 3);
  for (int set = 0; set < n_sets; ++set)
    tables.counts.push_back(draw(0, 3) == 0 ? draw(0, 3) : draw(1, 2 * elements + 1));
  for (int n = draw(0, 3); n > 0; --n) {
    tables.to.push_back(draw(0, n_sets - 1));
    tables.tables.push_back(random_table(draw, elements, tables.counts[tables.to.back()]));
  }
  return tables;
}

/// The edges between the n * n cells of a square, row by row: first the one to the next cell, then the one to the next
/// row.
inline LocalTable edges_of_square(std::int32_t n) {
  std::vector<std::int32_t> targets;
  for (std::int32_t cell = 0; cell < n * n; ++cell) {
    if (cell % n < n - 1) targets.insert(targets.end(), {cell, cell + 1});
    if (cell / n < n - 1) targets.insert(targets.end(), {cell, cell + n});
  }
  return LocalTable(2, targets);
}

} // namespace nopal::test
